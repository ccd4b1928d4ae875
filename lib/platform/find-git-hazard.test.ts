import {
  linkSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { git } from '../testing/home/git.ts'
import { REAL_HOMES, unpackReal } from '../testing/homes-of-every-era.ts'
import { mountDisk, ONLY_ROOT_MOUNTS } from '../testing/processes/mount-disk.ts'
import { type TempHome, tempHome } from '../testing/temp-home.ts'
import { findGitHazard } from './find-git-hazard.ts'

const NOW_MS = Date.UTC(2026, 10, 16, 9, 30)
const STORE = 'checkpoints/store'

let temp: TempHome
beforeEach(() => {
  temp = tempHome()
})
afterEach(() => temp.cleanup())

describe('a repository without a hazard', () => {
  it.skipIf(!REAL_HOMES.includes('new30'))('is the store of a real home', () => {
    expect(findGitHazard(unpackReal(temp.path, 'new30'), STORE)).toBeNull()
  })

  it('may be packed by git, copied with hard links, or in use by git', () => {
    const { home, store } = made()
    git(['gc', '--quiet'], { gitDir: store, atMs: NOW_MS })
    writeFileSync(join(store, 'packed-refs.lock'), '')
    writeFileSync(join(store, 'objects/pack/tmp_pack_1'), 'half')
    mkdirSync(join(store, 'objects/tmp_objdir-incoming-1/pack'), { recursive: true })
    expect(findGitHazard(home, STORE)).toBeNull()
    for (const name of ['HEAD', 'config', 'packed-refs']) linkSync(join(store, name), join(temp.root, name))
    expect(findGitHazard(home, STORE)).toBeNull()
  })

  it('may be missing, as may the home', () => {
    const { home } = made()
    expect(findGitHazard(home, 'checkpoints/none')).toBeNull()
    expect(findGitHazard(join(temp.root, 'none'), STORE)).toBeNull()
  })
})

/** With one commit, as Hermes makes it. */
function made(): { home: string; store: string } {
  const home = temp.path
  const store = join(home, STORE)
  mkdirSync(store, { recursive: true })
  const place = { gitDir: store, atMs: NOW_MS }
  git(['init', '--quiet', '--bare', store], place)
  const tree = git(['mktree'], { ...place, input: Buffer.alloc(0) })
  git(['update-ref', 'refs/hermes/0000000000000001', git(['commit-tree', tree, '-m', 'one'], place)], place)
  return { home, store }
}

describe('a repository with a hazard', () => {
  it.each(['checkpoints', 'checkpoints/store'])('is behind the link %s', (link) => {
    const { home } = made()
    renameSync(join(home, link), join(temp.root, 'elsewhere'))
    symlinkSync(join(temp.root, 'elsewhere'), join(home, link))
    expect(findGitHazard(home, STORE)).toEqual({ kind: 'link', path: link })
  })

  it('is a file that points to another repository', () => {
    const { home, store } = made()
    rmSync(store, { recursive: true })
    writeFileSync(store, 'gitdir: /elsewhere\n')
    expect(findGitHazard(home, STORE)).toEqual({ kind: 'pointer', path: STORE })
  })

  it.each([
    ['COMMONDIR', 'pointer'],
    ['modules', 'pointer'],
    ['.git', 'pointer'],
    ['Shallow', 'hides-history'],
  ])('has an entry that leads git elsewhere, in any spelling: %s', (name, kind) => {
    const { home, store } = made()
    writeFileSync(join(store, name), '')
    expect(findGitHazard(home, STORE)).toEqual({ kind, path: `${STORE}/${name}` })
  })

  it('has a name that is not valid text', () => {
    const { home, store } = made()
    mkdirSync(Buffer.concat([Buffer.from(join(store, 'refs', 'hermes')), Buffer.from([0x2f, 0xff])]))
    expect(findGitHazard(home, STORE)).toMatchObject({
      kind: 'unreadable',
      detail: 'its name is no valid text',
    })
  })

  it('has a config that is too large to check', () => {
    const { home, store } = made()
    writeFileSync(join(store, 'config'), '#'.repeat(70_000))
    expect(findGitHazard(home, STORE)).toEqual({ kind: 'config-size', path: `${STORE}/config` })
  })

  it('has a hard-linked log, which git would append to', () => {
    const { home, store } = made()
    mkdirSync(join(store, 'logs'))
    writeFileSync(join(temp.root, 'log'), '')
    linkSync(join(temp.root, 'log'), join(store, 'logs', 'HEAD'))
    expect(findGitHazard(home, STORE)).toEqual({ kind: 'hard-link', path: `${STORE}/logs/HEAD` })
  })

  it('gets a link among objects checked before, even if their folder keeps its time', () => {
    const { home, store } = made()
    const [name = ''] = readdirSync(join(store, 'objects'))
    const folder = join(store, 'objects', name)
    utimesSync(folder, NOW_MS / 1000, NOW_MS / 1000)
    expect(findGitHazard(home, STORE)).toBeNull()
    const { mtime } = statSync(folder)
    symlinkSync('/etc/hostname', join(folder, 'a'.repeat(38)))
    utimesSync(folder, mtime, mtime)
    const link = { kind: 'link', path: `${STORE}/objects/${name}/${'a'.repeat(38)}` }
    expect(findGitHazard(home, STORE)).toEqual(link)
  })

  it('has a folder on another disk', ({ skip }) => {
    const { home, store } = made()
    const [name = ''] = readdirSync(join(store, 'objects'))
    const folder = join(store, 'objects', name)
    const disk = mountDisk(folder)
    if (disk === null) return skip(ONLY_ROOT_MOUNTS)
    try {
      expect(findGitHazard(home, STORE)).toEqual({ kind: 'other-disk', path: `${STORE}/objects/${name}` })
    } finally {
      disk.unmount()
    }
  })
})
