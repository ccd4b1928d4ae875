/** Only unused checkpoints can be selected. The others show a lock. */
import type { CheckpointItem } from '@/lib/domain/checkpoints/checkpoint-list'

export const isRemovable = ({ state }: Pick<CheckpointItem, 'state'>): boolean =>
  state === 'orphan' || state === 'stale'

/** Two layouts may contain a checkpoint with the same id. */
export const checkpointKey = ({ layout, id }: Pick<CheckpointItem, 'layout' | 'id'>): string =>
  `${layout}/${id}`
