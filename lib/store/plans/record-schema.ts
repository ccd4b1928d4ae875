/** The lines of a receipt's record. Strict, because a record is read from a folder that Hermes can write. */
import { z } from 'zod'
import { ACTIONS } from '../../domain/plan/action.ts'
import { parseBoundedJson } from '../../shared/bounded-json.ts'

export const RECORD_FORMAT = 'hermes-steward-receipt'
export const RECORD_VERSION = 1

/** A column with JSON of this shape. */
const json = (shape: z.ZodType) =>
  z.string().refine((value) => value === '' || shape.safeParse(parseJson(value)).success)

function parseJson(value: string): unknown {
  try {
    return parseBoundedJson(value)
  } catch {
    return undefined
  }
}

const count = z.int().min(0)
const id = z.string().min(1).max(200)
const text = z.string().max(10_000)
const time = z.int()

const action = z.enum(ACTIONS)
const amount = z.looseObject({ items: count, bytes: count, apparentBytes: count, rowBytes: count })
const byReason = amount.extend({ verdict: z.enum(['act', 'keep']), step: count, code: text, message: text })
const totals = z.strictObject({
  act: amount,
  keep: amount,
  byReason: z.array(byReason),
  byStep: z.array(z.strictObject({ action, act: amount, keep: amount })),
})
const refusals = z.array(z.strictObject({ step: count, code: text, message: text }))
const disk = z.strictObject({ freeBytes: z.number().nullable(), growthBytesPerDay: z.number().nullable() })

const digits = z.string().regex(/^-?\d{1,30}$/)
const file = z.strictObject({
  path: z.array(text).min(1),
  dev: digits,
  ino: digits,
  size: count,
  mtimeNs: digits,
  bytes: count,
  links: count.optional(),
})
const fingerprint = z.strictObject({
  endedAt: z.number().nullable(),
  endReason: text.nullable(),
  messageCount: z.number().nullable(),
  messages: count,
  newestMessageId: z.number().nullable(),
  parentId: text.nullable(),
})
const target = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('session'), sessionId: text, mark: fingerprint, files: z.array(file) }),
  z.strictObject({ kind: z.literal('file'), file }),
  z.strictObject({
    kind: z.literal('folder'),
    path: z.array(text).min(1),
    dev: digits,
    ino: digits,
    newestMtimeNs: digits,
    entries: count,
    linked: count.optional(),
  }),
  z.strictObject({
    kind: z.literal('project'),
    id: text,
    tip: text.nullable(),
    lastTouch: z.number().nullable(),
  }),
  z.strictObject({ kind: z.literal('leak'), sessionId: text, mark: fingerprint, endAt: z.number() }),
  z.strictObject({
    kind: z.literal('route'),
    key: text,
    sessionId: text,
    updatedMs: z.number().nullable(),
    inTable: z.boolean(),
    inFile: z.boolean(),
  }),
  z.strictObject({ kind: z.literal('database'), identity: text, gainBytes: z.number() }),
])

/** The name of a bundle, never a path. */
const bundle = z.string().regex(/^(?:trash|archive):\d+\.tar\.zst$/)
const savedRoutes = z.strictObject({
  file: z.array(z.looseObject({ key: z.string(), raw: z.string(), after: z.string().nullable() })),
  table: z.array(z.string()),
  before: z.strictObject({ sha256: text, mtimeNs: digits }).nullish(),
})
const mode = z.int().min(0).max(0o7777)
const project = z.strictObject({
  id: z.string().regex(/^[0-9a-f]{16}$/),
  tip: text.nullable(),
  files: z.array(file),
  refModes: z.strictObject({ ref: mode, folder: mode.nullable() }).optional(),
})
const savedProjects = z.strictObject({ projects: z.record(z.string(), project), bundle: bundle.nullable() })

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const kept = z.strictObject({
  trashIno: digits,
  entries: z.array(
    z.strictObject({
      path: z.array(text).min(1),
      ino: digits,
      ctimeNs: digits,
      mode: count,
      uid: count,
      gid: count,
      sha256: sha256.nullable(),
      sealedNs: digits.nullable(),
    }),
  ),
})

export const ReceiptRow = z.strictObject({
  receipt_id: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/),
  plan_id: id,
  home: id,
  home_path: text,
  kind: z.literal('cleanup'),
  disposition: z.enum(['trash', 'archive']),
  state: z.enum(['done', 'partial', 'rolled-back']),
  started_ms: time,
  ended_ms: time.nullable(),
  approved_by: text,
  total: count,
  promised_bytes: count,
  freed_bytes: z.int().nullable(),
  kept_bytes: count,
  expires_ms: time.nullable(),
  note: text.nullable(),
})

export const PlanRow = z.strictObject({
  plan_id: id,
  home: id,
  home_path: text,
  steps: json(z.array(z.looseObject({ action }))),
  disposition: z.enum(['trash', 'archive']),
  created_ms: time,
  expires_ms: time,
  digest: text,
  totals: json(totals),
  refusals: json(refusals),
  created_by: text,
  disk: json(disk),
  claimed_ms: time.nullable(),
  claimed_by: text.nullable(),
})

const SumRow = z.strictObject({
  step: count,
  code: text,
  planned: count,
  done: count,
  skipped: count,
  failed: count,
  promisedBytes: count,
  doneBytes: count,
})

const KIND = z.enum(['session', 'file', 'folder', 'project', 'leak', 'route', 'database'])

export const BatchRow = z.strictObject({
  batch_no: count,
  kind: KIND,
  saved: z.union([bundle, json(savedRoutes), json(savedProjects)]).nullable(),
  /** Of the bundle. Missing in records of earlier versions, like `kept` below. */
  sha256: sha256.nullish(),
})

export const ItemRow = z.strictObject({
  item_no: count,
  kind: KIND,
  label: z.string(),
  bytes: count,
  together: z.string().nullable(),
  outcome: z.enum(['pending', 'done', 'skipped', 'failed']),
  code: z.string().nullable(),
  message: z.string().nullable(),
  freed_bytes: z.int(),
  /** Empty if it was deleted, because it can't be restored any more. */
  target: json(target),
  kept: json(kept).nullish(),
})

export const Head = z.strictObject({
  format: z.literal(RECORD_FORMAT),
  version: z.literal(RECORD_VERSION),
  receipt: ReceiptRow,
  plan: PlanRow.nullable(),
  sums: z.array(SumRow),
})

export const BatchLine = z.strictObject({ batch: BatchRow, items: z.array(ItemRow) })
