/**
 * The selected rows of one home by id. The selection survives scrolling, filters, refreshes and a reload. A
 * conversation and one of its sessions are never counted twice.
 */

import { type SelectionSum, type SessionPick, sumPicks } from '@/lib/domain/sessions/list/selection-sum'
import { isProtectionCode } from '@/lib/domain/sessions/words'

/** Where the selection survives a reload: the browser's session storage. */
export type KeyValueStorage = {
  readonly read: () => string | null
  /** Asks for the text only when it is written. */
  readonly write: (text: () => string) => void
}

export type SelectionState = 'none' | 'some' | 'all'

export class SessionSelection {
  version = 0
  readonly #picks = new Map<string, SessionPick>()
  /** Maps every covered session to its pick. */
  readonly #covered = new Map<string, string>()
  readonly #listeners = new Set<() => void>()
  readonly #storage: KeyValueStorage
  #sum: SelectionSum | null = null

  constructor(storage: KeyValueStorage) {
    this.#storage = storage
  }

  /** Restores the saved selection. */
  restore(): void {
    const picks = readPicks(this.#storage.read())
    for (const pick of picks) this.#add(pick)
    if (picks.length > 0) this.#notify()
  }

  get size(): number {
    return this.#picks.size
  }

  get sum(): SelectionSum {
    this.#sum ??= sumPicks(this.#picks.values())
    return this.#sum
  }

  /** Every selected session, including those of a conversation. */
  get ids(): string[] {
    return [...this.#covered.keys()]
  }

  /** The sessions of selected rows that leaked and can be closed. */
  get leakedIds(): string[] {
    const open = [...this.#picks.values()].filter(({ leaked, protection }) => leaked && protection === null)
    return open.flatMap(({ id, others }) => [id, ...others])
  }

  stateOf({ id, others }: SessionPick): SelectionState {
    const own = [id, ...others]
    const covered = own.filter((one) => this.#covered.has(one)).length
    return covered === 0 ? 'none' : covered === own.length ? 'all' : 'some'
  }

  set(picks: readonly SessionPick[], isSelected: boolean): void {
    for (const pick of picks) {
      this.#remove(pick)
      if (isSelected) this.#add(pick)
    }
    this.#changed()
  }

  clear(): void {
    this.#picks.clear()
    this.#covered.clear()
    this.#changed()
  }

  /** Replaces saved rows with newer versions of the same rows. */
  refresh(picks: readonly SessionPick[]): void {
    const known = picks.filter((pick) => {
      const before = this.#picks.get(pick.id)
      return before !== undefined && !isSame(before, pick)
    })
    if (known.length > 0) this.set(known, true)
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #add(pick: SessionPick): void {
    this.#picks.set(pick.id, pick)
    for (const id of [pick.id, ...pick.others]) this.#covered.set(id, pick.id)
  }

  /** A pick that covers one of these sessions is removed as a whole. */
  #remove({ id, others }: SessionPick): void {
    for (const one of [id, ...others]) {
      const owner = this.#picks.get(this.#covered.get(one) ?? '')
      if (owner === undefined) continue
      this.#picks.delete(owner.id)
      for (const each of [owner.id, ...owner.others]) this.#covered.delete(each)
    }
  }

  #changed(): void {
    this.#storage.write(() => JSON.stringify([...this.#picks.values()].map(toRow)))
    this.#notify()
  }

  #notify(): void {
    this.#sum = null
    this.version += 1
    for (const listener of this.#listeners) listener()
  }
}

const toRow = ({ id, others, bytes, messageBytes, protection, leaked }: SessionPick) => [
  id,
  bytes,
  messageBytes,
  protection,
  others,
  leaked,
]

function isSame(a: SessionPick, b: SessionPick): boolean {
  return JSON.stringify(toRow(a)) === JSON.stringify(toRow(b))
}

/** Session storage can contain anything, so rows of another shape are dropped. */
function readPicks(text: string | null): SessionPick[] {
  try {
    const rows: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(rows) ? rows.flatMap(pickFrom) : []
  } catch {
    // Not written by Steward, or by an older version: start with an empty selection.
    return []
  }
}

function pickFrom(row: unknown): SessionPick[] {
  if (!Array.isArray(row)) return []
  const [id, bytes, messageBytes, protection, others, leaked] = row
  if (typeof id !== 'string' || !Array.isArray(others)) return []
  return [
    {
      id,
      others: others.filter((one) => typeof one === 'string'),
      bytes: typeof bytes === 'number' ? bytes : null,
      messageBytes: typeof messageBytes === 'number' ? messageBytes : null,
      protection: isProtectionCode(protection) ? protection : null,
      leaked: leaked === true,
    },
  ]
}
