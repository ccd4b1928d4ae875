/** The routing index: which chat talks to which session, and what the next gateway start will do. */
import type { Fault } from '../home/fault.ts'

export type RouteEntry = {
  readonly key: string
  readonly sessionId: string
  readonly platform: string | null
  readonly chatType: string | null
  readonly updatedMs: number | null
  /** The chat's name on its platform. */
  readonly displayName: string | null
  /** Tokens of the last prompt Hermes sent for this chat; null if it never recorded one. */
  readonly lastPromptTokens: number | null
  readonly suspended: boolean
  /** Its memory was flushed after it expired, or its expiry was finalized. */
  readonly finalised: boolean
  /** A turn is running, or was when Hermes crashed. */
  readonly turnActive: boolean
  /** The copies that contain it. */
  readonly inTable: boolean
  readonly inFile: boolean
}

export type RoutingIndex = {
  /** Where this version of Hermes looks first. */
  readonly primary: 'table' | 'file' | 'none'
  readonly entries: readonly RouteEntry[]
  /**
   * Routes outside the entries: rows of another scope, and the file's version where the table disagrees.
   * Hermes may still follow them, so their sessions count as in use.
   */
  readonly hidden?: readonly Pick<RouteEntry, 'key' | 'sessionId'>[]
  /** The mirror file could not be read. The table's entries are still valid. */
  readonly mirrorFault?: Fault
}

export type RouteState = 'live' | 'expired' | 'dangling'

export type Route = RouteEntry & { readonly state: RouteState; readonly flushOnRestart: boolean }
