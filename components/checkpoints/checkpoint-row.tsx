import Lock from 'lucide-react/icons/lock'
import { HomeName } from '@/components/ui/home-name'
import { LocalTime } from '@/components/ui/local-time'
import { QuantityText } from '@/components/ui/quantity'
import type { CheckpointItem } from '@/lib/domain/checkpoints/checkpoint-list'
import { bytesQuantity, formatCount, formatPlural } from '@/lib/shared/numbers'
import { formatAge } from '@/lib/shared/time'
import { visibleName } from '@/lib/shared/visible-name'
import { CheckpointCheckbox } from './checkpoint-checkbox'
import { checkpointKey, isRemovable } from './selectable'
import { CheckpointStateSwatch } from './state-swatch'
import { folderUnknown, NO_REPOSITORY } from './words'

type Props = {
  item: CheckpointItem
  /** The folder's path with `~` for the user's own folder. */
  shownPath: string | null
  seenAt: string
  homeId: string
}

export const LAYOUT_LABELS = { v1: 'v1', v2: 'shared', legacy: 'legacy' } as const

export function CheckpointRow({ item, shownPath, seenAt, homeId }: Props) {
  const name = shownPath ?? item.id
  const label = visibleName(name)
  const age = item.lastTouchedAt === null ? null : Date.parse(seenAt) - Date.parse(item.lastTouchedAt)
  return (
    <tr className="hover:bg-raised">
      <td>
        {isRemovable(item) ? (
          <CheckpointCheckbox
            homeId={homeId}
            items={[{ key: checkpointKey(item), bytes: item.exclusiveBytes }]}
            label={`Tick ${label}`}
            isRow
          />
        ) : (
          <span className="inline-flex size-6 items-center justify-center text-text-3">
            <Lock size={14} strokeWidth={1.5} role="img" aria-label={`Stays: ${item.state}`} />
          </span>
        )}
      </td>
      <th scope="row">
        {/* Focusable, so that j and k reach it and x selects its row. */}
        <details className="min-w-0">
          <summary data-row className="min-w-0">
            <span className="flex min-w-0 font-mono">
              <HomeName text={name} keep={20} />
            </span>
            <span className="mt-0.5 flex flex-wrap items-center gap-x-1.5 text-text-2 @min-[52rem]:hidden">
              <CheckpointStateSwatch state={item.state} /> {item.state}, {LAYOUT_LABELS[item.layout]},{' '}
              {age === null ? 'last touch unknown' : `${formatAge(age)} ago`}
            </span>
          </summary>
          <Facts item={item} />
          {item.inside !== null && <LegacyContents inside={item.inside} />}
        </details>
      </th>
      <td className={`${WIDE} ${LEFT}`}>
        <span className="inline-flex items-center gap-2">
          <CheckpointStateSwatch state={item.state} />
          {item.state}
        </span>
      </td>
      <td className={`${WIDE} ${LEFT} text-text-2`}>{LAYOUT_LABELS[item.layout]}</td>
      <td className={`${WIDE} text-text-2`}>{age === null ? 'unknown' : formatAge(age)}</td>
      <td className={`${WIDE} text-text-2`}>
        <Figure value={item.commits} item={item} format={formatCount} />
      </td>
      <td className={`${WIDE} text-text-2`}>
        <Bytes value={item.bytes} item={item} />
      </td>
      <td>
        {item.state === 'unreachable' ? (
          <span className="text-text-3">kept</span>
        ) : (
          <span className={isRemovable(item) ? undefined : 'text-text-2'}>
            <Bytes value={item.exclusiveBytes} item={item} />
          </span>
        )}
      </td>
    </tr>
  )
}

const WIDE = 'hidden @min-[52rem]:table-cell'
const LEFT = 'text-left!'

function Figure({
  value,
  item,
  format,
}: {
  value: number | null
  item: CheckpointItem
  format: (value: number) => string
}) {
  if (value !== null) return format(value)
  if (item.layout === 'legacy') return <span className="text-text-3">not asked</span>
  return <Missing item={item} />
}

const Bytes = ({ value, item }: { value: number | null; item: CheckpointItem }) =>
  value === null ? <Missing item={item} /> : <QuantityText {...bytesQuantity(value)} />

const Missing = ({ item }: { item: CheckpointItem }) => (
  <span className="text-text-3">{item.measured ? 'unknown' : 'measuring'}</span>
)

/** All details of a checkpoint, including those without a column on a phone. */
function Facts({ item }: { item: CheckpointItem }) {
  return (
    <dl className="grid gap-x-3 gap-y-0.5 py-2 text-text-2 @min-[52rem]:grid-cols-[auto_minmax(0,1fr)] [&_dd]:wrap-anywhere [&_dd]:text-text">
      <dt>Folder</dt>
      <dd>
        {item.workdir === null ? (
          (item.trouble ?? 'not written down')
        ) : (
          <bdi className="font-mono">{visibleName(item.workdir)}</bdi>
        )}
      </dd>
      <dt>Checkpoint</dt>
      <dd className="font-mono">{visibleName(item.id)}</dd>
      <dt>Last touch</dt>
      <dd>
        {item.lastTouchedAt === null ? 'unknown' : <LocalTime iso={item.lastTouchedAt} show="day-time" />}
      </dd>
      <dt>Commits</dt>
      <dd>
        <Figure value={item.commits} item={item} format={(count) => formatPlural(count, 'commit')} />
      </dd>
      {item.gitHazard !== null && (
        <>
          <dt>Git not run</dt>
          <dd>{item.gitHazard}</dd>
        </>
      )}
      <dt>{item.layout === 'v2' ? 'Reachable' : 'On disk'}</dt>
      <dd>
        <Bytes value={item.bytes} item={item} />
      </dd>
    </dl>
  )
}

/** The repositories in a legacy folder. */
function LegacyContents({ inside: { count, largest } }: { inside: NonNullable<CheckpointItem['inside']> }) {
  const rest = count - largest.length
  return (
    <div className="pb-2">
      <p className="text-text-2">
        {count === 0 ? NO_REPOSITORY : `${formatPlural(count, 'repository', 'repositories')} inside`}
        {rest > 0 && `, the ${formatCount(largest.length)} largest`}
      </p>
      <ul>
        {largest.map(({ id, workdir, bytes }) => (
          <li key={id} className="flex gap-3">
            <bdi className="min-w-0 flex-1 font-mono wrap-anywhere">
              {workdir === null ? folderUnknown(visibleName(id)) : visibleName(workdir)}
            </bdi>
            <span className="flex-none">
              <QuantityText {...bytesQuantity(bytes)} />
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
