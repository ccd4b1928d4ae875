/**
 * Counts the commits of per-folder repositories, one git process at a time and only on request. A count is
 * valid until the repository's newest mtime or size changes.
 */
import { join } from 'node:path'
import { countV1Commits } from '../../collect/checkpoints/measure-checkpoints.ts'
import type { CheckpointFacts } from '../../domain/checkpoints/checkpoint.ts'

type Counted = { readonly signature: string; readonly commits: number | null }

export class CommitCounter {
  readonly #homePath: string
  readonly #counted = new Map<string, Counted>()
  #counting: Promise<void> | null = null

  constructor(homePath: string) {
    this.#homePath = homePath
  }

  /** Null until counted, and for repositories git cannot count. */
  commitsOf(item: CheckpointFacts): number | null {
    return this.isCounted(item) ? (this.#counted.get(item.id)?.commits ?? null) : null
  }

  isCounted(item: CheckpointFacts): boolean {
    return this.#counted.get(item.id)?.signature === signatureOf(item)
  }

  get running(): boolean {
    return this.#counting !== null
  }

  /** Continues in the background. Resolves when every listed repository has been processed. */
  count(items: readonly CheckpointFacts[]): Promise<void> {
    const open = items.filter((item) => item.layout === 'v1' && !this.isCounted(item))
    if (open.length === 0) return this.#counting ?? Promise.resolve()
    this.#counting ??= this.#countAll(open).finally(() => {
      this.#counting = null
    })
    return this.#counting
  }

  async #countAll(items: readonly CheckpointFacts[]): Promise<void> {
    for (const item of items) {
      const commits = await countV1Commits(join(this.#homePath, 'checkpoints', item.id), GIT_TIMEOUT_MS)
      this.#counted.set(item.id, { signature: signatureOf(item), commits })
    }
  }
}

const GIT_TIMEOUT_MS = 20_000

const signatureOf = ({ lastTouchedMs, bytes }: CheckpointFacts): string => `${lastTouchedMs}:${bytes}`
