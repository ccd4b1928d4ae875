import { Chip } from '@/components/ui/chip'
import { EmptyState } from '@/components/ui/empty-state'
import { orUnknown } from '@/components/ui/or-unknown'
import { SectionCard } from '@/components/ui/section-card'
import type { DatabaseView, SearchVerdict } from '@/lib/domain/database/database-view'
import { formatBytes, formatCount, formatShare } from '@/lib/shared/numbers'
import { visibleText } from '@/lib/shared/visible-text'
import { searchSizeWords } from './tables-model'

const VERDICTS: Readonly<Record<SearchVerdict, { readonly word: string; readonly warns: boolean }>> = {
  sound: { word: 'sound', warns: false },
  damaged: { word: 'damaged', warns: true },
  rebuilding: { word: 'being built', warns: false },
  stale: { word: 'detached', warns: true },
  'counts-differ': { word: 'counts differ', warns: true },
  suspect: { word: 'suspect', warns: true },
  unknown: { word: 'not checked', warns: false },
}

/** The size of the full-text index, and whether it is complete as far as reading can tell. */
export function SearchCard({ view }: { view: DatabaseView }) {
  const { search, ftsBytes } = view
  const size =
    ftsBytes === null
      ? `Its size is unknown. ${searchSizeWords(view)}`
      : `${formatBytes(ftsBytes)}, ${searchSizeWords(view)}.`
  return (
    <SectionCard
      title={titleOf(search)}
      subtitle={search === null || search.layout === 'none' ? undefined : `${size} Layout ${search.layout}.`}
    >
      {search === null || search.indexes === null || search.indexes.length === 0 ? (
        <EmptyState
          title={search?.layout === 'none' ? 'No full-text index' : 'Not checked yet'}
          minHeight={96}
        >
          {search?.layout === 'none'
            ? 'This database has none; Hermes’ search goes through the messages themselves.'
            : 'The index is checked together with the count of pages.'}
        </EmptyState>
      ) : (
        <ul className="text-support">
          {search.indexes.map(({ name, bytes, entries, expected, verdict, message }) => (
            <li key={name} className="border-t border-line px-3 py-2 md:px-4">
              <span className="flex items-center gap-2">
                <span className="min-w-0 font-mono wrap-anywhere">{visibleText(name)}</span>
                <Chip warns={VERDICTS[verdict].warns}>{VERDICTS[verdict].word}</Chip>
                <b className="ml-auto font-medium whitespace-nowrap">{orUnknown(bytes, formatBytes)}</b>
              </span>
              <span className="block text-text-3">
                {orUnknown(entries, formatCount)} entries for {orUnknown(expected, formatCount)} messages
              </span>
              <p className="text-pretty text-text-2">{message}</p>
            </li>
          ))}
        </ul>
      )}
    </SectionCard>
  )
}

function titleOf(search: DatabaseView['search']): string {
  if (search === null) return 'The full-text index is unknown'
  if (search.layout === 'none') return 'No full-text index'
  if (search.rebuild !== null)
    return `Hermes is building its full-text index: ${formatShare(search.rebuild.share)} done`
  const bad = (search.indexes ?? []).filter(({ verdict }) => VERDICTS[verdict].warns)
  if (bad.length > 0) return `The full-text index is ${VERDICTS[bad[0]?.verdict ?? 'unknown'].word}`
  if (search.indexes === null) return 'The full-text index is not checked yet'
  return search.indexes.every(({ verdict }) => verdict === 'sound')
    ? 'The full-text index is whole'
    : 'The full-text index is not fully checked'
}
