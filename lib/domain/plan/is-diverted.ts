/**
 * Whether a `.jsonl` may be the emergency copy of messages that Hermes could not write to state.db. Until 20 May
 * 2026 the gateway wrote such files for every chat, and a home may have been upgraded later. So one from after that day
 * is an emergency copy if it has messages that the rows lack (docs/hermes.md, "Session files").
 */
import type { OwnedFile } from '../home/assessed-home.ts'
import type { HomeSnapshot } from '../home/snapshot.ts'
import { type ReasonText, reasonFor } from './reasons.ts'

/** Schema 12 came with the version that stopped writing them. */
const LAST_SCHEMA_WITH_JSONL = 11
/** 2026-05-20, UTC. */
const STOPPED_MS = 1_779_235_200_000

export const isJsonl = ({ name }: Pick<OwnedFile, 'name'>): boolean => name.endsWith('.jsonl')

export function isDiverted(
  file: Pick<OwnedFile, 'name'>,
  modifiedMs: number,
  { database }: Pick<HomeSnapshot, 'database'>,
): boolean {
  if (!isJsonl(file)) return false
  const schema = database.ok ? database.value.capabilities.schemaVersion : null
  if (schema !== null && schema <= LAST_SCHEMA_WITH_JSONL) return false
  return modifiedMs >= STOPPED_MS
}

/** `count`: how many of its messages the rows lack. Null: it could not be compared. */
export const divertedReason = ({ name }: Pick<OwnedFile, 'name'>, count: number | null): ReasonText =>
  reasonFor('diverted', count === null ? { name } : { name, count })
