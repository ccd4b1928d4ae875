import type { WatchState } from '@/lib/domain/watch/watch-state'
import { visibleName } from '@/lib/shared/visible-name'
import { BoardCard } from './board-card'
import { holdersModel } from './vitals-model'
import { HOLDERS_UNREAD, NO_HOLDERS } from './words'

const MAX_HOLDERS = 6

export function WatchHoldersCard({ state, nowMs }: { state: WatchState; nowMs: number }) {
  const { title, rows } = holdersModel(state, nowMs)
  const more = rows.length - MAX_HOLDERS
  return (
    <BoardCard title={title}>
      <table className="mt-1 w-full [&_td]:h-8 [&_td]:px-1.5 [&_td:first-child]:pl-4 [&_td:last-child]:pr-4 [&_tr+tr>td]:border-t [&_tr+tr>td]:border-line">
        <caption className="sr-only">{title}</caption>
        <tbody>
          {rows.slice(0, MAX_HOLDERS).map(({ pid, command, age, does, isWarning }) => (
            <tr key={pid}>
              <td className="font-mono text-support text-text-3">{pid}</td>
              <td className="w-full max-w-0 truncate" title={visibleName(command)}>
                {visibleName(command)}
              </td>
              <td className="text-right whitespace-nowrap text-text-2">{age}</td>
              <td className={`text-right whitespace-nowrap ${isWarning ? 'text-warn-text' : 'text-text-2'}`}>
                {does}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {more > 0 && <p className="px-4 pb-2 text-support text-text-3">and {more} more</p>}
      {rows.length === 0 && (
        <p className="px-4 pt-1 pb-3 text-support text-text-3">
          {state.holders === null ? HOLDERS_UNREAD : NO_HOLDERS}
        </p>
      )}
    </BoardCard>
  )
}
