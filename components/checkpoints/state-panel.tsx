import { Panel } from '@/components/ui/panel'
import { CHECKPOINT_STATES, type CheckpointList } from '@/lib/domain/checkpoints/checkpoint-list'
import { formatBytes, formatCount, formatPlural } from '@/lib/shared/numbers'
import { CheckpointStateSwatch, STATE_FILLS } from './state-swatch'

type Totals = NonNullable<CheckpointList['totals']>

/** Space per state. The text below the bar explains each state. */
export function StatePanel({ totals, list }: { totals: Totals; list: CheckpointList }) {
  const { orphan, stale } = totals
  return (
    <Panel
      title={`${formatBytes(orphan.exclusiveBytes)} belong to folders that are gone, ${formatBytes(stale.exclusiveBytes)} to folders at rest`}
      subtitle="What deleting each would free. What several projects share is nobody’s and not in here."
    >
      <div className="p-3 md:px-4 md:pb-4">
        <div className="flex h-6 gap-0.5" aria-hidden>
          {CHECKPOINT_STATES.filter((state) => totals[state].exclusiveBytes > 0).map((state) => (
            <div
              key={state}
              className={`min-w-1.5 basis-0 rounded-[3px] ${STATE_FILLS[state]}`}
              style={{ flexGrow: totals[state].exclusiveBytes }}
            />
          ))}
        </div>
        <ul className="mt-3 grid gap-x-4 gap-y-3 md:grid-cols-2 lg:grid-cols-4">
          {CHECKPOINT_STATES.map((state) => {
            const { count, exclusiveBytes, unmeasured, meaning } = totals[state]
            return (
              <li key={state}>
                <b className="flex items-center gap-2 text-dialog font-semibold">
                  <CheckpointStateSwatch state={state} />
                  {formatBytes(exclusiveBytes)} {state}
                </b>
                <p className="text-support text-pretty text-text-2">
                  {formatCount(count)}. {meaning}
                  {unmeasured > 0 && ` ${formatPlural(unmeasured, 'size')} not known, and missing here.`}
                </p>
              </li>
            )
          })}
        </ul>
        <Leftovers list={list} />
      </div>
    </Panel>
  )
}

function Leftovers({ list: { temporaryPacks, freshLocks } }: { list: CheckpointList }) {
  if (temporaryPacks === null || freshLocks === null || temporaryPacks.count + freshLocks === 0) return null
  return (
    <p className="mt-3 border-t border-line pt-3 text-support text-pretty text-text-2">
      {temporaryPacks.count > 0 &&
        `Besides, ${formatPlural(temporaryPacks.count, 'half-written git pack')} of ${formatBytes(temporaryPacks.bytes)} that nothing refers to. `}
      {freshLocks > 0 &&
        `${formatPlural(freshLocks, 'fresh lock')}: a git may be at work here right now, so nothing should be cleaned until it ends.`}
    </p>
  )
}
