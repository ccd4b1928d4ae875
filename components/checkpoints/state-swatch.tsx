import type { CheckpointItem } from '@/lib/domain/checkpoints/checkpoint-list'

type State = CheckpointItem['state']

/** Stronger color if it can be removed, amber hatching if it cannot be seen. */
export const STATE_FILLS: Readonly<Record<State, string>> = {
  orphan: 'bg-(--c-checkpoints)',
  stale: 'state-stale',
  live: 'state-live',
  unreachable: 'state-unreachable',
}

export function CheckpointStateSwatch({ state }: { state: State }) {
  return (
    <span aria-hidden className={`inline-block size-2.5 flex-none rounded-[2px] ${STATE_FILLS[state]}`} />
  )
}
