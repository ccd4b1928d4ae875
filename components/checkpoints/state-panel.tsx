import { Panel } from '@/components/ui/panel'
import { CHECKPOINT_STATES, type CheckpointList } from '@/lib/domain/checkpoints/checkpoint-list'
import { formatBytes, formatCount } from '@/lib/shared/numbers'
import { CheckpointStateSwatch, STATE_FILLS } from './state-swatch'
import { freshLockWords, packsWords, STATES_NOTE, statesTitle, unmeasuredWords } from './words'

type Totals = NonNullable<CheckpointList['totals']>

/** Space per state. The text below the bar explains each state. */
export function StatePanel({ totals, list }: { totals: Totals; list: CheckpointList }) {
  const { orphan, stale } = totals
  return (
    <Panel title={statesTitle(orphan.exclusiveBytes, stale.exclusiveBytes)} subtitle={STATES_NOTE}>
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
                  {unmeasured > 0 && ` ${unmeasuredWords(unmeasured)}`}
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
      {temporaryPacks.count > 0 && `${packsWords(temporaryPacks)} `}
      {freshLocks > 0 && freshLockWords(freshLocks)}
    </p>
  )
}
