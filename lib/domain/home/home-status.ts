/** A home as listed: what it is, whether Steward may write to it, and which processes use it. */

import { toIso } from '../../shared/time.ts'
import type { Action } from '../plan/action.ts'
import { type HermesPause, pauseJson } from './hermes-pause.ts'
import type { FtsLayout, HomeRef, Liveness, Part } from './home.ts'
import type { Refusal } from './refusals.ts'
import type { DatabaseFacts } from './snapshot.ts'

/** With the actions it stops. All others can still be done. */
export type HomeRefusal = Refusal & { readonly stops: readonly Action[] }

export type HomeStatus = {
  readonly id: string
  readonly label: string
  readonly path: string
  readonly profile: string | null
  readonly schema: number | null
  readonly ftsLayout: FtsLayout | null
  readonly journalMode: string | null
  /** Whether sessions may be changed. */
  readonly writable: boolean
  readonly refusals: readonly HomeRefusal[]
  readonly live: {
    readonly gateway: boolean | null
    readonly holders:
      | readonly {
          readonly pid: number
          readonly command: string
          readonly startedAt: string | null
          readonly deletedInode: boolean | null
          readonly self: boolean
        }[]
      | null
    /** Null if Hermes is not paused. */
    readonly paused: ReturnType<typeof pauseJson> | null
  }
}

export function homeStatus(
  home: HomeRef,
  database: Part<DatabaseFacts>,
  refusals: readonly HomeRefusal[],
  liveness: Liveness,
  pause: HermesPause | null,
): HomeStatus {
  const capabilities = database.ok ? database.value.capabilities : null
  return {
    id: home.id,
    label: home.label,
    path: home.path,
    profile: home.profile,
    schema: capabilities?.schemaVersion ?? null,
    ftsLayout: capabilities?.ftsLayout ?? null,
    journalMode: capabilities?.journalMode ?? null,
    writable: refusals.every(({ stops }) => !stops.includes('prune-sessions')),
    refusals,
    live: {
      gateway: liveness.gatewayRunning,
      holders:
        liveness.holders?.map(({ pid, command, startedMs, deletedInode, self }) => ({
          pid,
          command,
          startedAt: toIso(startedMs),
          deletedInode,
          self,
        })) ?? null,
      paused: pause === null ? null : pauseJson(pause),
    },
  }
}
