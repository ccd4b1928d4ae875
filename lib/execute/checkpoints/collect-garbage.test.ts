import { existsSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '../../shared/time.ts'
import { git } from '../../testing/home/git.ts'
import type { MadeHome } from '../../testing/make-home.ts'
import { makeThreeProjects } from '../../testing/presets/three-projects.ts'
import { type TempHome, tempHome } from '../../testing/temp-home.ts'
import { collectGarbage } from './collect-garbage.ts'
import { readProject } from './read-project.ts'
import { removeProjects } from './remove-project.ts'

const NOW_MS = Date.UTC(2026, 10, 16, 9, 30)

let temp: TempHome
let made: MadeHome
let home: string
let store: string

beforeEach(() => {
  temp = tempHome()
  made = makeThreeProjects(temp.path, NOW_MS)
  home = made.path
  store = join(home, 'checkpoints', 'store')
})
afterEach(() => temp.cleanup())

const inStore = (...args: string[]): string => git(args, { gitDir: store, atMs: NOW_MS })

describe('garbage collection', () => {
  it('is postponed while a lock is fresh or Hermes is running', async () => {
    const before = readdirSync(store)
    const lock = join(store, 'refs', 'hermes', 'x.lock')
    writeFileSync(lock, '')
    const now = { homePath: home, nowMs: Date.now(), isHermesLive: () => false }
    expect(await collectGarbage(now)).toMatchObject({ ok: false, fault: { code: 'fresh-lock' } })
    const old = (Date.now() - 11 * MINUTE_MS) / 1000
    utimesSync(lock, old, old)
    expect(await collectGarbage({ ...now, isHermesLive: () => true })).toMatchObject({
      ok: false,
      fault: { code: 'hermes-live' },
    })
    expect(readdirSync(store)).toEqual(before)
  })

  it('keeps objects younger than the grace period and removes incomplete packs', async () => {
    const young = git(['hash-object', '-w', '--stdin'], {
      gitDir: store,
      atMs: NOW_MS,
      input: Buffer.from('staged, not committed'),
    })
    mkdirSync(join(store, 'objects', 'pack'), { recursive: true })
    const packs = ['tmp_pack_old', 'tmp_pack_young'].map((name) => join(store, 'objects', 'pack', name))
    for (const pack of packs) writeFileSync(pack, 'half')
    const old = (Date.now() - 5 * HOUR_MS) / 1000
    utimesSync(packs[0] ?? '', old, old)
    expect(
      await collectGarbage({ homePath: home, nowMs: Date.now(), isHermesLive: () => false, graceMs: 0 }),
    ).toMatchObject({ ok: true })
    expect(inStore('cat-file', '-t', young)).toBe('blob')
    expect(packs.map((pack) => existsSync(pack))).toEqual([false, true])
  })

  it('runs no hook of the store and leaves a valid repository', async () => {
    const hook = join(store, 'hooks', 'reference-transaction')
    writeFileSync(hook, `#!/bin/sh\ntouch ${temp.root}/hook-ran\n`, { mode: 0o755 })
    for (const id of made.checkpointIds.values()) {
      const tip = inStore('rev-parse', `refs/hermes/${id}`)
      const json = JSON.parse(readFileSync(join(store, 'projects', `${id}.json`), 'utf8'))
      const save = await readProject(home, { kind: 'project', id, tip, lastTouch: json.last_touch })
      if (!save.ok) throw new Error(save.fault)
      expect((await removeProjects(home, 'r1', [save.value], 'delete')).get(id)?.kind).toBe('done')
    }
    const later = { homePath: home, nowMs: Date.now() + 3 * HOUR_MS, isHermesLive: () => false }
    expect(await collectGarbage(later)).toMatchObject({ ok: true })
    expect(existsSync(join(temp.root, 'hook-ran'))).toBe(false)
    expect([existsSync(join(store, 'refs')), existsSync(join(store, 'branches'))]).toEqual([true, true])
    expect(inStore('for-each-ref')).toBe('')
  })
})
