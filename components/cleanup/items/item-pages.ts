/**
 * The items of a plan loaded so far. Each list is fetched page by page, in order, and never twice, because a
 * plan is frozen and its pages stay valid.
 */

import type { PlanItem } from '@/lib/domain/plan/plan'
import type { PlanGroup } from '@/lib/domain/plan/plan-groups'

type Query = Readonly<Record<string, string>>

/** One list: the pages of one query, or of several in sequence. */
export type ItemSource = {
  readonly key: string
  readonly queries: readonly Query[]
  /** Null until the first response. */
  readonly count: number | null
}

export const groupSource = ({ key, verdict, code, steps, items }: PlanGroup): ItemSource => ({
  key,
  queries: steps.map((step) => ({
    verdict,
    reason: code,
    ...(step === null ? {} : { step: String(step) }),
  })),
  count: items,
})

export const searchSource = (q: string, step: number | null): ItemSource => ({
  key: `q ${step ?? ''} ${q}`,
  queries: [{ q, ...(step === null ? {} : { step: String(step) }) }],
  count: null,
})

export type FetchPage = (query: Query) => Promise<ItemAnswer | null>

type ItemAnswer = {
  readonly items: readonly PlanItem[]
  readonly matched: number | null
  readonly nextCursor: string | null
}

type Listing = {
  items: readonly PlanItem[]
  /** The current query, by index, and the cursor within it. */
  at: number
  cursor: string | null
  isWhole: boolean
  matched: number | null
  loading: Promise<void> | null
  hasFailed: boolean
}

const FIRST_PAGE = 100
const NEXT_PAGES = 1_000

export class ItemPages {
  readonly #fetch: FetchPage
  readonly #seeds: Readonly<Record<string, readonly PlanItem[]>>
  readonly #listings = new Map<string, Listing>()
  readonly #listeners = new Set<() => void>()
  version = 0

  constructor(fetchPage: FetchPage, seeds: Readonly<Record<string, readonly PlanItem[]>>) {
    this.#fetch = fetchPage
    this.#seeds = seeds
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  at({ key }: ItemSource, index: number): PlanItem | undefined {
    return this.#listings.get(key)?.items[index] ?? this.#seeds[key]?.[index]
  }

  /** The length of the list. Null while unknown. */
  countOf({ key, count }: ItemSource): number | null {
    return count ?? this.#listings.get(key)?.matched ?? null
  }

  hasFailed({ key }: ItemSource): boolean {
    return this.#listings.get(key)?.hasFailed ?? false
  }

  /** Fetches pages until this index is loaded, the list ends or a request fails. */
  async want(source: ItemSource, index: number): Promise<void> {
    if (index < (this.#seeds[source.key]?.length ?? 0)) return
    const listing = this.#listingOf(source)
    while (!listing.isWhole && !listing.hasFailed && listing.items.length <= index) {
      listing.loading ??= this.#load(source, listing)
      await listing.loading
    }
  }

  async all(source: ItemSource): Promise<readonly PlanItem[] | null> {
    const listing = this.#listingOf(source)
    listing.hasFailed = false
    await this.want(source, Number.MAX_SAFE_INTEGER)
    return listing.isWhole ? listing.items : null
  }

  again({ key }: ItemSource): void {
    const listing = this.#listings.get(key)
    if (listing !== undefined) listing.hasFailed = false
    this.#notify()
  }

  #listingOf({ key }: ItemSource): Listing {
    const known = this.#listings.get(key)
    if (known !== undefined) return known
    const listing: Listing = {
      items: [],
      at: 0,
      cursor: null,
      isWhole: false,
      matched: null,
      loading: null,
      hasFailed: false,
    }
    this.#listings.set(key, listing)
    return listing
  }

  async #load({ queries }: ItemSource, listing: Listing): Promise<void> {
    const answer = await this.#fetch({
      ...queries[listing.at],
      limit: String(listing.items.length === 0 ? FIRST_PAGE : NEXT_PAGES),
      ...(listing.cursor === null ? {} : { cursor: listing.cursor }),
    })
    listing.loading = null
    if (answer === null) listing.hasFailed = true
    else {
      listing.items = [...listing.items, ...answer.items]
      listing.matched ??= answer.matched
      listing.cursor = answer.nextCursor
      if (answer.nextCursor === null) listing.at += 1
      listing.isWhole = listing.at >= queries.length
    }
    this.#notify()
  }

  #notify(): void {
    this.version += 1
    for (const listener of this.#listeners) listener()
  }
}
