import { Panel } from '@/components/ui/panel'
import type { CheckpointPrune } from '@/lib/domain/checkpoints/checkpoint-auto-prune'

/** Which checkpoints Hermes itself deletes. */
export const CheckpointPrunePanel = ({ prune }: { prune: CheckpointPrune }) => (
  <Panel title={prune.title}>
    <p className="p-3 text-pretty text-text-2 md:px-4 md:pb-4">{prune.words}</p>
  </Panel>
)
