import type { CheckpointFacts } from '../../domain/checkpoints/checkpoint.ts'
import type { RecordedParent } from './check-workdir.ts'

/** What a home says of a checkpoint, before anybody looks for its working folder. */
export type UnseenCheckpoint = Omit<CheckpointFacts, 'workdirSeen'> & {
  readonly recordedParent: RecordedParent | null
}
