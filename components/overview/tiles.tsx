import TriangleAlert from 'lucide-react/icons/triangle-alert'
import type { Phrase, Tile } from './tiles-model'

export function Tiles({ tiles }: { tiles: readonly Tile[] }) {
  return (
    <section
      aria-label="Headline figures"
      className="overflow-hidden rounded-card border border-line bg-line"
    >
      <dl className="grid grid-cols-2 gap-px lg:grid-cols-4">
        {tiles.map((tile) => (
          <TileCard key={tile.label} tile={tile} />
        ))}
      </dl>
    </section>
  )
}

/** The value is never colored; an icon beside the label marks a warning. */
function TileCard({ tile }: { tile: Tile }) {
  return (
    <div className="min-w-0 bg-surface p-3 md:px-4 md:py-3.5">
      <dt className="flex items-center gap-1.5 text-support text-text-2">
        {tile.label}
        {tile.warning !== null && (
          <TriangleAlert
            size={14}
            strokeWidth={1.5}
            className="text-warn"
            role="img"
            aria-label={tile.warning}
          />
        )}
      </dt>
      <dd className="mt-1 text-[1.375rem]/7 font-semibold tracking-[-.025em] md:text-figure">
        <span className="whitespace-nowrap">{tile.value}</span>{' '}
        {tile.unit !== '' && (
          <span className="inline-block text-support font-medium tracking-normal whitespace-nowrap text-text-3 md:text-card">
            {tile.unit}
          </span>
        )}
      </dd>
      <dd className="mt-1 text-support text-pretty text-text-2">
        {tile.detail.map((phrase) => (
          <PhraseText key={phrase.words} phrase={phrase} />
        ))}
      </dd>
    </div>
  )
}

function PhraseText({ phrase: { figure, words, accent, href } }: { phrase: Phrase }) {
  const content = (
    <>
      {figure !== '' && (
        <b className={`font-strong ${accent ? 'text-accent-text' : 'text-text'}`}>{figure}</b>
      )}
      {words}
    </>
  )
  if (href === undefined) return <span>{content}</span>
  return (
    <a href={href} className="underline decoration-line-strong underline-offset-2 hover:text-text">
      {content}
    </a>
  )
}
