/** Lists the checkpoints of a home, and starts git on those not measured yet. */
import type { CheckpointFacts } from '../../domain/checkpoints/checkpoint.ts'
import {
  type CheckpointList,
  type CheckpointQuery,
  listCheckpoints,
} from '../../domain/checkpoints/checkpoint-list.ts'
import type { Result } from '../../shared/result.ts'
import type { HomeObserver } from '../observe/home-observer.ts'

export async function readCheckpointList(
  home: HomeObserver,
  query: CheckpointQuery,
): Promise<Result<CheckpointList, 'bad-cursor'>> {
  const assessed = await home.assessed()
  const items = (assessed.checkpoints ?? []).filter(({ layout }) => layout !== 'legacy')
  const { commits } = home
  // The next request sees its outcome through the counter.
  void commits.count(items)
  // A legacy folder contains many repositories, and none is queried.
  const isMeasured = (item: CheckpointFacts) =>
    item.layout === 'legacy' ||
    (item.layout === 'v1' ? commits.isCounted(item) : home.git.isMeasured(item.id))
  const isDone = (item: CheckpointFacts) =>
    item.layout === 'v2' ? home.git.isMeasuredThisTime(item.id) : isMeasured(item)
  return listCheckpoints(assessed, query, {
    commitsOf: (item) => commits.commitsOf(item),
    hazardOf: (item) => commits.hazardOf(item),
    isMeasured,
    progress: {
      running: commits.running || home.git.measuring,
      done: items.filter(isDone).length,
      total: items.length,
    },
  })
}
