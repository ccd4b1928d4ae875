/** Items written, swapped or recreated between preview and run are left untouched. */
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DISPOSITIONS } from '../../domain/plan/action.ts'
import { readBatches } from '../../store/plans/journal.ts'
import { cleanLab, dataBeside, EVERYTHING, stepsOf } from '../../testing/clean-lab.ts'
import { exactTree } from '../../testing/exact-tree.ts'
import { tinyHome } from '../../testing/presets/tiny-home.ts'
import { type TempHome, tempHome } from '../../testing/temp-home.ts'

let temp: TempHome
let home: string
beforeEach(() => {
  temp = tempHome()
  home = tinyHome(temp.path, Date.now()).path
})
afterEach(() => temp.cleanup())

const WAYS: Readonly<Record<string, (path: string) => void>> = {
  'written to': (path) => appendFileSync(fileOf(path), ' more'),
  'replaced by a link': (path) => {
    const elsewhere = outside(path)
    renameSync(path, elsewhere)
    symlinkSync(elsewhere, path)
  },
  'recreated with the same content, size and time': (path) => {
    const { atime, mtime } = statSync(path)
    const old = outside(path)
    renameSync(path, old)
    cpSync(old, path, { recursive: true, preserveTimestamps: true })
    utimesSync(path, atime, mtime)
  },
}

const outside = (path: string): string => {
  const folder = join(temp.root, 'outside')
  mkdirSync(folder, { recursive: true })
  return join(folder, path.split('/').slice(-2).join('-'))
}

/** For a folder: the file that its user writes first. */
const fileOf = (path: string): string =>
  statSync(path).isDirectory()
    ? join(path, readdirSync(path).find((name) => name.includes('.md') || name === 'HEAD') ?? '')
    : path

/** Every kind of item on disk. */
function places(): Record<string, string> {
  const named = (folder: string, part: string) =>
    join(home, folder, readdirSync(join(home, folder)).find((name) => name.includes(part)) ?? part)
  const outputs = join(home, 'cron/output/a1a1a1a1a1a1')
  return {
    'a transcript': named('sessions', 'session_leaked'),
    'an orphan': named('sessions', '0rphan'),
    'a request dump': named('sessions', 'request_dump_lone'),
    'an output of a job': join(outputs, readdirSync(outputs).sort()[0] ?? ''),
    'the outputs of a dead job': join(home, 'cron/output/c3c3c3c3c3c3'),
    'a checkpoint folder': join(home, 'checkpoints', v1()),
  }
}

const v1 = (): string =>
  readdirSync(join(home, 'checkpoints')).find((name) => /^[0-9a-f]{16}$/.test(name)) ?? 'none'

describe.each(DISPOSITIONS)('%s', (disposition) => {
  it.each(Object.entries(WAYS))('leaves everything that was %s', async (_, tamper) => {
    const lab = cleanLab(home, dataBeside(home))
    const plan = await lab.plan(EVERYTHING, disposition)
    const tampered = places()
    for (const path of Object.values(tampered)) tamper(path)
    const seen = () => [...Object.values(tampered), join(temp.root, 'outside')].map((path) => treeAt(path))
    const before = seen()

    const receipt = await lab.run(plan)
    expect(seen()).toEqual(before)
    const skipped = readBatches(lab.store, receipt.id).flatMap(({ items }) =>
      items.flatMap(({ outcome }) => (outcome?.kind === 'skipped' ? [outcome] : [])),
    )
    expect(skipped.length).toBeGreaterThanOrEqual(Object.keys(tampered).length)
    for (const { code, message } of skipped) {
      expect(['file-changed', 'folder-changed', 'not-a-plain-file']).toContain(code)
      expect(message).toMatch(/after the preview|than was seen/)
    }
    expect(receipt.failed).toBe(0)
  })
})

function treeAt(path: string): string[] {
  try {
    return exactTree(path)
  } catch {
    // Nothing was swapped, so nothing is outside.
    return []
  }
}

describe('the routing index', () => {
  const routes = () => join(home, 'sessions', 'sessions.json')
  const only = stepsOf('gateway-entries')
  const codes = async (tamper: () => void): Promise<string[]> => {
    const lab = cleanLab(home, dataBeside(home))
    const plan = await lab.plan(only, 'trash')
    tamper()
    const before = readFileSync(routes())
    const { id } = await lab.run(plan)
    expect(readFileSync(routes()).equals(before)).toBe(true)
    return readBatches(lab.store, id).flatMap(({ items }) =>
      items.map(({ outcome }) => (outcome?.kind === 'done' ? 'done' : (outcome?.code ?? 'none'))),
    )
  }

  it('is left alone as a link, wherever it leads', async () => {
    expect(await codes(() => WAYS['replaced by a link']?.(routes()))).toEqual(['not-a-plain-file'])
  })

  it('keeps an entry that names another session now', async () => {
    const rename = () =>
      writeFileSync(routes(), readFileSync(routes(), 'utf8').replace('"no_such"', '"another_one"'))
    expect(await codes(rename)).toEqual(['file-changed'])
  })
})
