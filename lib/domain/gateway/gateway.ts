/** The routing index: which chat talks to which session, and what the next gateway start will do. */
import type { Fault } from '../home/fault.ts'

export type RouteEntry = {
  readonly key: string
  readonly sessionId: string
  readonly platform: string | null
  readonly chatType: string | null
  readonly updatedMs: number | null
  /** How the platform calls the chat. */
  readonly displayName: string | null
  /** Tokens of the last prompt Hermes sent for this chat; null where it never wrote one down. */
  readonly lastPromptTokens: number | null
  readonly suspended: boolean
  /** Memory of this expiry was already flushed, or the expiry finalised. */
  readonly finalised: boolean
  /** A turn is, or was when Hermes crashed, running. */
  readonly turnActive: boolean
  /** Which copies carry it. */
  readonly inTable: boolean
  readonly inFile: boolean
}

export type RoutingIndex = {
  /** Where Hermes of this home's era looks first. */
  readonly primary: 'table' | 'file' | 'none'
  readonly entries: readonly RouteEntry[]
  /**
   * What the entries do not tell: rows of another scope, and the file's word where the table says otherwise. Hermes may
   * follow them all the same, so the sessions they name are in use.
   */
  readonly hidden?: readonly Pick<RouteEntry, 'key' | 'sessionId'>[]
  /** The mirror file could not be read; the table's entries stand all the same. */
  readonly mirrorFault?: Fault
}

export type RouteState = 'live' | 'expired' | 'dangling'

export type Route = RouteEntry & { readonly state: RouteState; readonly flushOnRestart: boolean }
