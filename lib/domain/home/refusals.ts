/**
 * Reasons Steward refuses to write to a home. Reading stays safe, and each refusal names the supported fix.
 */

import { ACCESS_REFUSALS } from '../access/words.ts'
import type { Capabilities, HermesConfig, Part } from './home.ts'
import { type Ownership, refuseOwnership } from './ownership.ts'
import type { DatabaseFacts } from './snapshot.ts'
import { describeFaultInline } from './words.ts'

export type Refusal = { readonly code: string; readonly message: string }

/** The newest schema this Steward was tested with. */
const NEWEST_KNOWN_SCHEMA = 30

/** `lock`: why the lock of the home prevents writing, if it does. */
export function findRefusals(
  database: Part<DatabaseFacts>,
  config: Part<HermesConfig>,
  readOnly: boolean,
  ownership: Ownership | null,
  lock: Refusal | null = null,
): Refusal[] {
  const refusals: Refusal[] = []
  if (readOnly) refusals.push({ code: 'read-only', message: ACCESS_REFUSALS.readOnly })
  const owners = refuseOwnership(ownership)
  refusals.push(...owners)
  // Another user cannot lock the home either.
  if (lock !== null && owners.length === 0) refusals.push(lock)
  const isSaid = !database.ok && database.fault.code === 'db-unsupported-backend'
  if (config.ok && config.value.backend !== 'sqlite' && !isSaid) {
    const fault = { code: 'db-unsupported-backend', backend: config.value.backend } as const
    refusals.push({ code: fault.code, message: describeFaultInline(fault) })
  }
  if (!database.ok)
    return [...refusals, { code: database.fault.code, message: describeFaultInline(database.fault) }]
  const { capabilities } = database.value
  return [...refusals, ...refuseCapabilities(capabilities), ...refuseUnknownTables(capabilities)]
}

export const ARCHIVE_NEEDS_ROOM = 'archive-needs-room'

export const archiveNeedsRoom = (dataDir: string): Refusal => ({
  code: ARCHIVE_NEEDS_ROOM,
  message: `The disk of ${dataDir} is full, so nothing can be archived there. Choose delete to free space now.`,
})

/** Refusals that depend only on the database. Checked again right before writing. */
export const refuseCapabilities = (capabilities: Capabilities): Refusal[] => [
  ...schemaRefusals(capabilities),
  ...indexRefusals(capabilities),
]

/**
 * With such a table, no session's rows may be deleted, inserted or changed: SQLite would refuse each item, or change
 * rows that no plan shows. Files and compaction are not affected.
 */
export const refuseUnknownTables = ({ unknownTables }: Capabilities): Refusal[] =>
  unknownTables.length === 0
    ? []
    : [
        {
          code: 'unknown-table',
          message: `state.db has tables no known Hermes writes that refer to sessions (${unknownTables.join(', ')}). Deleting a session would fail or change their rows. Remove the plugin that made them and its tables, or use hermes sessions prune.`,
        },
      ]

function schemaRefusals({ schemaVersion, unknownTriggers }: Capabilities): Refusal[] {
  const refusals: Refusal[] = []
  if (schemaVersion === null) {
    refusals.push({
      code: 'schema-unknown',
      message: 'state.db carries no schema number. Use the hermes command to change it.',
    })
  } else if (schemaVersion > NEWEST_KNOWN_SCHEMA) {
    refusals.push({
      code: 'schema-unknown',
      message: `state.db has schema ${schemaVersion}, Steward knows ${NEWEST_KNOWN_SCHEMA}. Looking is safe; to prune, use hermes sessions prune or a newer Steward.`,
    })
  }
  if (unknownTriggers.length > 0) {
    refusals.push({
      code: 'unknown-trigger',
      message: `state.db has triggers no known Hermes writes (${unknownTriggers.join(', ')}). Deleting rows could set off something unseen; use hermes sessions prune.`,
    })
  }
  return refusals
}

function indexRefusals({ ftsLayout, cjkTriggers }: Capabilities): Refusal[] {
  const refusals: Refusal[] = []
  if (cjkTriggers) {
    refusals.push({
      code: 'cjk-tokenizer',
      message:
        'The full-text index needs the tokenizer cjk_unicode61, which only Hermes has. Delete with hermes sessions prune.',
    })
  }
  if (ftsLayout === 'mixed') {
    refusals.push({
      code: 'fts-mixed',
      message:
        'The full-text index has triggers of two Hermes versions at once and may be damaged. Stop Hermes and run hermes sessions optimize-storage.',
    })
  }
  if (ftsLayout === 'unknown') {
    refusals.push({
      code: 'fts-unknown',
      message: 'The full-text index has a layout Steward has never seen. Delete with hermes sessions prune.',
    })
  }
  return refusals
}
