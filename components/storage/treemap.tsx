import type { CSSProperties } from 'react'
import { CLASS_COLORS } from '@/components/charts/colors'
import { checkpointHref, parseCheckpointView } from '@/components/checkpoints/view-state'
import { CHECKPOINT_STATES } from '@/lib/domain/checkpoints/checkpoint-list'
import type { TreemapClass } from '@/lib/domain/storage/treemap'
import { formatBytes, formatCount } from '@/lib/shared/numbers'
import { visibleName } from '@/lib/shared/visible-name'
import { layoutTreemap, type TreemapTile } from './treemap-layout'
import { folderHref, type StorageViewState, storageHref } from './view-state'
import { NEVER_OFFERED, TREEMAP_LABEL, undrawnWords } from './words'

type Props = { classes: readonly TreemapClass[]; view: StorageViewState }

/** A phone is taller than wide, so it gets its own layout that leaves room for names. */
const SHAPES = [
  { aspect: 1.7, className: 'hidden h-[22.5rem] md:block 4xl:h-[40rem]' },
  { aspect: 0.8, className: 'h-104 md:hidden' },
] as const

/** Area is bytes. Every tile links to its folder; the table behind the button has the same numbers. */
export function Treemap({ classes, view }: Props) {
  const shapes = SHAPES.map(({ aspect, className }) => ({ ...layoutTreemap(classes, aspect), className }))
  const { parts = 0, bytes = 0 } = shapes[0]?.undrawn ?? {}
  return (
    <>
      {shapes.map(({ tiles, className }) => (
        <ul key={className} aria-label={TREEMAP_LABEL} className={`relative ${className}`}>
          {tiles.map((tile) => (
            <li key={`${tile.class.id}/${tile.part.id}`} className="absolute" style={positionOf(tile)}>
              <TileLink tile={tile} view={view} />
            </li>
          ))}
        </ul>
      ))}
      {parts > 0 && <p className="mt-2 text-support text-text-3">{undrawnWords(parts, bytes)}</p>}
    </>
  )
}

function TileLink({ tile, view }: { tile: TreemapTile; view: StorageViewState }) {
  const { part } = tile
  const label = visibleName(tileLabel(tile))
  const count = part.count === null ? '' : ` in ${formatCount(part.count)}`
  const amount = `${formatBytes(part.bytes)}${count}`
  const whole = `${visibleName(fullLabel(tile))}, ${amount}.${part.detail === null ? '' : ` ${visibleName(part.detail)}`}${part.offered ? '' : NEVER_OFFERED}`
  return (
    // A plain link that usePlainLinks follows.
    <a
      href={hrefOf(tile, view)}
      title={whole}
      aria-label={whole}
      style={styleOf(tile)}
      className={`absolute top-0 right-0.5 bottom-0.5 left-0 overflow-hidden rounded-[2px] hover:outline-2 hover:-outline-offset-2 hover:outline-accent focus-visible:z-1 focus-visible:-outline-offset-2 ${part.offered ? 'tile' : 'tile-hatched'}`}
    >
      <span className={`tile-words px-1.5 pt-1 text-support ${hideBelow(label)}`}>
        <b className="tile-name font-strong tracking-[-.01em] wrap-break-word">{label}</b>
        <span className="tile-bytes truncate">
          {formatBytes(part.bytes)}
          <span className="tile-count">{count}</span>
        </span>
      </span>
    </a>
  )
}

/** Text that would be cut in the middle is left to the tooltip and the table. */
function hideBelow(label: string): string {
  const longest = Math.max(...label.split(' ').map((word) => word.length))
  if (longest <= 5) return '@max-[2.75rem]:hidden'
  if (longest <= 7) return '@max-[3.5rem]:hidden'
  return longest <= 9 ? '@max-[4.25rem]:hidden' : '@max-[5.5rem]:hidden'
}

/** The first tile of a class names the class. */
function tileLabel({ class: { id, label, parts }, part, rank }: TreemapTile): string {
  if (parts.length === 1) return label
  // The file name of a copy says what it is.
  if (id === 'snapshots' && part.id !== 'rest') return part.label
  if (part.id === 'rest') return `${label}: the rest`
  return rank === 0 ? `${label}: ${part.label}` : part.label
}

const fullLabel = ({ class: { label, parts }, part }: TreemapTile): string =>
  parts.length === 1 ? label : `${label}: ${part.label}`

function hrefOf({ class: { id }, part }: TreemapTile, view: StorageViewState): string {
  const state = CHECKPOINT_STATES.find((each) => id === 'checkpoints' && each === part.id)
  if (state !== undefined) return checkpointHref({ ...parseCheckpointView({}), home: view.home }, { state })
  return folderHref(view, part.path) ?? storageHref(view, { at: [] })
}

const positionOf = ({ box }: TreemapTile): CSSProperties => ({
  left: `${box.left.toFixed(3)}%`,
  top: `${box.top.toFixed(3)}%`,
  width: `${box.width.toFixed(3)}%`,
  height: `${box.height.toFixed(3)}%`,
})

/** Larger parts of a class have a stronger color. */
const MIXES = ['40%', '28%', '20%', '14%'] as const

const styleOf = ({
  class: { id },
  rank,
}: TreemapTile): CSSProperties & Record<'--swatch' | '--mix', string> => ({
  '--swatch': CLASS_COLORS[id],
  '--mix': MIXES[Math.min(rank, MIXES.length - 1)] ?? MIXES[0],
})
