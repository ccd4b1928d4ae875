/** How many tokens were used, when and by whom, for each way of counting. */

import { setImmediate as nextTurn } from 'node:timers/promises'
import { databaseSignature } from '../../collect/database/database-facts.ts'
import { readDailyUsage } from '../../collect/sessions/read-daily-usage.ts'
import { readModelUsage } from '../../collect/sessions/read-model-usage.ts'
import type { AssessedHome } from '../../domain/home/assessed-home.ts'
import type { Part } from '../../domain/home/home.ts'
import { buildTokensView, type TokensInput } from '../../domain/tokens/build-tokens-view.ts'
import { type UsageFold, UsageFolder } from '../../domain/tokens/fold-usage.ts'
import type { HermesDay, TokensView } from '../../domain/tokens/tokens-view.ts'
import { failed, ok } from '../../shared/result.ts'
import { DAY_MS, SECOND_MS } from '../../shared/time.ts'
import type { HomeObserver } from '../observe/home-observer.ts'

export async function readTokens(home: HomeObserver, input: TokensInput): Promise<TokensView> {
  const { overview } = await home.observe()
  const assessed = await home.assessed()
  const { sessions, snapshot } = assessed
  const nowMs = home.now()
  const tables = await tablesOf(home, assessed)
  const names = new Map(overview.cronJobs?.map(({ id, name }) => [id, name]))
  return buildTokensView(
    {
      seenAtMs: snapshot.seenAtMs,
      sessions,
      fault: snapshot.rows.ok ? null : snapshot.rows.fault,
      // One day more, so that the first day has a sample before it.
      samples: home.memory?.counterSamples(nowMs - (input.days + 1) * DAY_MS, nowMs) ?? [],
      usage: tables.usage,
      hermesDays: tables.hermesDays,
      pruned: home.memory?.prunedUsage() ?? null,
      burn: overview.burn,
      jobName: (id) => names.get(id) ?? id,
    },
    input,
    nowMs,
  )
}

type UsageTables = {
  readonly usage: Part<UsageFold | null>
  readonly hermesDays: Part<readonly HermesDay[] | null>
}

type Kept = { readonly signature: string; readonly atMs: number; readonly tables: Promise<UsageTables> }

const kept = new WeakMap<HomeObserver, Kept>()
/** However busy the agent, its usage is read again at most this often. */
const CACHED_FOR_MS = 30 * SECOND_MS

/** Concurrent requests wait for the same read. */
function tablesOf(home: HomeObserver, assessed: AssessedHome): Promise<UsageTables> {
  const signature = databaseSignature(home.home.path)
  const known = kept.get(home)
  const atMs = home.now()
  if (known !== undefined && (known.signature === signature || atMs - known.atMs < CACHED_FOR_MS))
    return known.tables
  const tables = readTables(home, assessed)
  kept.set(home, { signature, atMs, tables })
  // Waiting requests get the failure. The next one starts over.
  tables.catch(() => kept.delete(home))
  return tables
}

async function readTables(home: HomeObserver, assessed: AssessedHome): Promise<UsageTables> {
  return {
    usage: await foldUsage(home, assessed),
    hermesDays: home.readDatabase(readDailyUsage),
  }
}

const ROWS_AT_ONCE = 4_000

async function foldUsage(
  home: HomeObserver,
  { sessions, snapshot: { seenAtMs } }: AssessedHome,
): Promise<Part<UsageFold | null>> {
  if (sessions === null) return ok(null)
  const folder = new UsageFolder(sessions)
  let after: number | null = 0
  while (after !== null) {
    const from: number = after
    const piece = home.readDatabase((db) => readModelUsage(db, from, ROWS_AT_ONCE))
    if (!piece.ok) return failed(piece.fault)
    if (piece.value === null) return ok(null)
    for (const row of piece.value.rows) folder.add(row)
    after = piece.value.next
    await nextTurn()
  }
  return ok(folder.fold(seenAtMs))
}
