/** Bundles that something changed after the run: named by the restore plan, never used, and the rest comes back. */
import { readFileSync, renameSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Disposition } from '../../domain/plan/action.ts'
import { verifyBundle } from '../../execute/bundle/verify-bundle.ts'
import { STORE_FILE } from '../../store/open-store.ts'
import { readBatches } from '../../store/plans/journal.ts'
import { readItemPage } from '../../store/plans/plan-items.ts'
import type { StoredReceipt } from '../../store/plans/receipts.ts'
import { captureHome } from '../../testing/capture-home.ts'
import { type CleanLab, cleanLab, dataBeside, EVERYTHING } from '../../testing/clean-lab.ts'
import { tinyHome } from '../../testing/presets/tiny-home.ts'
import { type TempHome, tempHome } from '../../testing/temp-home.ts'
import { findReceipts } from './find-receipts.ts'

let temp: TempHome
let lab: CleanLab
beforeEach(() => {
  temp = tempHome()
  const home = tinyHome(temp.path, Date.now()).path
  lab = cleanLab(home, dataBeside(home))
})
afterEach(() => {
  lab.store.close()
  temp.cleanup()
})

/** A sound bundle with the same members, but not the one that was written. */
const pack = (path: string): void =>
  writeFileSync(path, zstdCompressSync(zstdDecompressSync(readFileSync(path))))

const TAMPERINGS: Readonly<Record<string, (path: string) => void>> = {
  'has a flipped bit': (path) => {
    const bytes = readFileSync(path)
    bytes[20] = (bytes[20] ?? 0) ^ 1
    writeFileSync(path, bytes)
  },
  'is another sound bundle': pack,
  'is a link to itself elsewhere': (path) => {
    renameSync(path, join(temp.root, 'elsewhere'))
    symlinkSync(join(temp.root, 'elsewhere'), path)
  },
  'was cut': (path) => truncateSync(path, 40),
  'is gone': (path) => rmSync(path),
}

type Bundle = { readonly kind: string; readonly path: string; readonly ids: readonly string[] }

/** With the items that are in it. */
function bundlesOf({ id, disposition }: StoredReceipt): Bundle[] {
  const isTrash = disposition === 'trash'
  const folder = isTrash ? join(lab.home.path, '.steward-trash', id) : join(lab.tools.dataDir, 'archives', id)
  const kinds = isTrash ? ['session'] : ['session', 'file', 'folder', 'project']
  return readBatches(lab.store, id)
    .filter(({ kind }) => kinds.includes(kind))
    .map(({ kind, batchNo, items }) => ({
      kind,
      path: join(folder, `${batchNo}.tar.zst`),
      ids: items.map((item) => item.id),
    }))
}

async function planned(receipt: StoredReceipt) {
  const plan = await lab.restorePlan(receipt.id)
  const any = { verdict: null, step: null, reason: null, together: null, q: null }
  const page = readItemPage(lab.store, plan.id, { ...any, cursor: null, limit: 200 })
  if (page?.ok !== true) throw new Error('the plan has no items')
  return { plan, codes: new Map(page.value.items.map(({ id, reason }) => [id, reason.code])) }
}

const run = async (how: Disposition) => lab.run(await lab.plan(EVERYTHING, how))

const eachOf = (bundle: Bundle, codes: ReadonlyMap<string, string>, code: string) =>
  new Map([...codes].map(([id]) => [id, bundle.ids.includes(id) ? code : 'comes-back']))

describe.each(['trash', 'archive'] as const)('%s', (how) => {
  it('however a bundle was changed, the plan names its items and no others', async () => {
    const receipt = await run(how)
    const bundles = bundlesOf(receipt)
    expect(new Set(bundles.map(({ kind }) => kind)).size).toBe(how === 'trash' ? 1 : 4)
    const cases = [...Object.entries(TAMPERINGS), ...bundles.map(() => ['is another', pack] as const)]
    for (const [at, [name, tamper]] of cases.entries()) {
      const bundle = bundles[at % bundles.length]
      if (bundle === undefined) throw new Error('no bundle')
      const bytes = readFileSync(bundle.path)
      tamper(bundle.path)
      const { codes } = await planned(receipt)
      expect([name, codes]).toEqual([name, eachOf(bundle, codes, 'save-unreadable')])
      rmSync(bundle.path, { force: true })
      writeFileSync(bundle.path, bytes)
    }
  })

  it('a bundle replaced after the plan is not used', async () => {
    const receipt = await run(how)
    const cleaned = captureHome(lab.home.path)
    const { plan, codes } = await planned(receipt)
    const bundles = bundlesOf(receipt)
    const inBundles = bundles.flatMap(({ ids }) => ids)
    for (const { path } of bundles) {
      pack(path)
      expect(await verifyBundle(path)).toMatchObject({ ok: true })
    }
    const restored = await lab.run(
      plan,
      [...codes.keys()].filter((id) => !inBundles.includes(id)),
    )
    expect(restored).toMatchObject({ state: 'partial', done: 0, failed: inBundles.length })
    expect(captureHome(lab.home.path)).toEqual(cleaned)
  })

  it('found after steward.db was lost, its bundles are compared too', async () => {
    const receipt = await run(how)
    const [bundle] = bundlesOf(receipt)
    lab.store.close()
    rmSync(join(lab.tools.dataDir, STORE_FILE))
    lab = cleanLab(lab.home.path, lab.tools.dataDir)
    await findReceipts(lab.tools, [lab.home])
    const before = await planned(receipt)
    expect(new Set(before.codes.values())).toEqual(new Set(['comes-back']))
    if (bundle !== undefined) pack(bundle.path)
    const { codes } = await planned(receipt)
    expect(codes).toEqual(bundle === undefined ? null : eachOf(bundle, codes, 'save-unreadable'))
  })

  it('without a digest, bundles are compared with their own manifest', async () => {
    const before = captureHome(lab.home.path)
    const receipt = await run(how)
    lab.store.db.exec('UPDATE batch SET sha256 = NULL')
    for (const { path, ids } of bundlesOf(receipt)) {
      const bytes = readFileSync(path)
      TAMPERINGS['has a flipped bit']?.(path)
      const { codes } = await planned(receipt)
      expect(new Set(ids.map((id) => codes.get(id)))).toEqual(new Set(['save-unreadable']))
      writeFileSync(path, bytes)
    }
    const { codes } = await planned(receipt)
    for (const { ids } of bundlesOf(receipt))
      expect(new Set(ids.map((id) => codes.get(id)))).toEqual(new Set(['comes-back-uncompared']))
    await lab.restore(receipt.id)
    expect(captureHome(lab.home.path)).toEqual(before)
  })
})
