import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type TempHome, tempHome } from '../../testing/temp-home.ts'
import { discoverHomes, type HomesInput } from './discover-homes.ts'

let temp: TempHome

beforeEach(() => {
  temp = tempHome()
})

afterEach(() => temp.cleanup())

const at = (...parts: string[]) => join(temp.root, ...parts)

function home(...parts: string[]): string {
  mkdirSync(at(...parts), { recursive: true })
  writeFileSync(at(...parts, 'config.yaml'), '')
  return at(...parts)
}

const discover = (input: Partial<HomesInput>) =>
  discoverHomes({
    hermesHome: at('.hermes'),
    extraHomes: [],
    demoPath: null,
    platformDefault: at('.hermes'),
    ...input,
  })

const ids = (input: Partial<HomesInput>) => discover(input).map((ref) => ref.id)

describe('the opened home', () => {
  it('comes first, with the profiles of its root behind it', () => {
    home('.hermes')
    home('.hermes', 'profiles', 'work')
    home('.hermes', 'profiles', 'coder')
    expect(discover({})).toEqual([
      { id: 'main', label: 'main', path: at('.hermes'), profile: null, root: at('.hermes'), demo: false },
      {
        id: 'coder',
        label: 'coder',
        path: at('.hermes', 'profiles', 'coder'),
        profile: 'coder',
        root: at('.hermes'),
        demo: false,
      },
      {
        id: 'work',
        label: 'work',
        path: at('.hermes', 'profiles', 'work'),
        profile: 'work',
        root: at('.hermes'),
        demo: false,
      },
    ])
  })

  it('may be a profile; its root and siblings follow', () => {
    home('data')
    home('data', 'profiles', 'coder')
    home('data', 'profiles', 'work')
    expect(ids({ hermesHome: at('data', 'profiles', 'coder') })).toEqual(['coder', 'main', 'work'])
  })

  it('belongs to the platform’s root wherever it is under it', () => {
    home('.hermes')
    home('.hermes', 'lab')
    const [first, second] = discover({ hermesHome: at('.hermes', 'lab') })
    expect(first).toMatchObject({ id: 'lab', profile: null, root: at('.hermes') })
    expect(second).toMatchObject({ id: 'main', path: at('.hermes') })
  })

  it('anywhere else is its own root', () => {
    home('opt', 'data')
    expect(discover({ hermesHome: at('opt', 'data') })).toMatchObject([
      { id: 'main', root: at('opt', 'data') },
    ])
  })

  it('is listed even when it is missing', () => {
    expect(discover({ hermesHome: at('gone') })).toMatchObject([
      { id: 'main', path: at('gone'), demo: false },
    ])
  })

  it('does not treat a folder as a home just because it contains a folder called profiles', () => {
    home('me', 'profiles', 'coder')
    expect(ids({ hermesHome: at('me', 'profiles', 'coder') })).toEqual(['coder'])
  })
})

describe('profiles', () => {
  it('are real folders with a name Hermes would give', () => {
    home('.hermes')
    home('.hermes', 'profiles', 'ok_1-a')
    for (const name of ['default', 'Upper', '-dash', '.hidden', 'a'.repeat(65), 'spa ce', 'new\nline']) {
      home('.hermes', 'profiles', name)
    }
    writeFileSync(at('.hermes', 'profiles', 'file'), '')
    home('outside')
    symlinkSync(at('outside'), at('.hermes', 'profiles', 'link'))
    expect(ids({})).toEqual(['main', 'ok_1-a'])
  })

  it('are not searched for behind a link', () => {
    home('.hermes')
    home('outside', 'coder')
    symlinkSync(at('outside'), at('.hermes', 'profiles'))
    expect(ids({})).toEqual(['main'])
  })

  it('called main do not take the root’s address', () => {
    home('.hermes')
    home('.hermes', 'profiles', 'main')
    const [root, profile] = discover({})
    expect(root?.id).toBe('main')
    expect(profile?.id).toMatch(/^main-[0-9a-f]{6}$/)
    expect(profile?.label).toMatch(/^main \([0-9a-f]{6}\)$/)
  })
})

describe('further homes', () => {
  it('come last, each with its profiles, under the name of their folder', () => {
    home('.hermes')
    home('srv', 'Team Bot')
    home('srv', 'Team Bot', 'profiles', 'night')
    const found = discover({ extraHomes: [at('srv', 'Team Bot'), ' ', ''] })
    expect(found.map((ref) => [ref.id, ref.label, ref.profile])).toEqual([
      ['main', 'main', null],
      ['team-bot', 'Team Bot', null],
      ['night', 'night', 'night'],
    ])
    expect(found[2]?.root).toBe(at('srv', 'Team Bot'))
  })

  it('with equal names get distinct ids that fit into a URL', () => {
    home('.hermes')
    const found = discover({ extraHomes: [home('a', 'bot'), home('b', 'bot'), home('c', '???')] })
    expect(new Set(found.map((ref) => ref.id)).size).toBe(4)
    expect(found.map((ref) => ref.id).every((id) => /^[a-z0-9_-]+$/.test(id))).toBe(true)
  })

  it('named twice, or by a link to one already there, are shown once', () => {
    home('.hermes')
    home('.hermes', 'profiles', 'work')
    symlinkSync(at('.hermes'), at('alias'))
    const extraHomes = [at('alias'), at('.hermes', 'profiles', 'work'), `${at('.hermes')}/`]
    expect(ids({ extraHomes })).toEqual(['main', 'work'])
  })
})

describe('the demo', () => {
  it('replaces a missing home, and is marked', () => {
    home('demo')
    expect(discover({ hermesHome: at('gone'), demoPath: at('demo') })).toMatchObject([
      { id: 'main', path: at('demo'), demo: true },
    ])
  })

  it('never replaces an existing home', () => {
    home('.hermes')
    home('demo')
    expect(discover({ demoPath: at('demo') })).toMatchObject([{ path: at('.hermes'), demo: false }])
  })
})
