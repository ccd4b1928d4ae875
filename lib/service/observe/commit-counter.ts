/**
 * Counts the commits of per-folder repositories, one git process at a time and only on request. A count is
 * valid until the repository's newest mtime or size changes.
 */
import { findCheckpointHazard } from '../../collect/checkpoints/find-checkpoint-hazard.ts'
import { countV1Commits } from '../../collect/checkpoints/measure-checkpoints.ts'
import type { CheckpointFacts } from '../../domain/checkpoints/checkpoint.ts'
import type { GitHazard } from '../../domain/checkpoints/git-hazard.ts'

type Counted = {
  readonly signature: string
  readonly commits: number | null
  /** Why git was not run. */
  readonly hazard: GitHazard | null
}

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

  /** Null until counted, and if git could be run. */
  hazardOf(item: CheckpointFacts): GitHazard | null {
    return this.isCounted(item) ? (this.#counted.get(item.id)?.hazard ?? null) : null
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
      const hazard = findCheckpointHazard(this.#homePath, ['checkpoints', item.id])
      const commits = await countV1Commits(this.#homePath, `checkpoints/${item.id}`, GIT_TIMEOUT_MS)
      this.#counted.set(item.id, { signature: signatureOf(item), commits, hazard })
    }
  }
}

const GIT_TIMEOUT_MS = 20_000

const signatureOf = ({ lastTouchedMs, bytes }: CheckpointFacts): string => `${lastTouchedMs}:${bytes}`
