import { Chip } from '@/components/ui/chip'
import { EmptyState } from '@/components/ui/empty-state'
import { orUnknown } from '@/components/ui/or-unknown'
import { SectionCard } from '@/components/ui/section-card'
import type { DatabaseView } from '@/lib/domain/database/database-view'
import { formatBytes, formatCount } from '@/lib/shared/numbers'
import { visibleText } from '@/lib/shared/visible-text'
import { NO_SEARCH_INDEX, SEARCH_CHECK_SOON, SEARCH_VERDICTS, searchSubtitle, searchTitle } from './words'

/** The size of the full-text index, and whether it is complete, as far as that can be read. */
export function SearchCard({ view }: { view: DatabaseView }) {
  const { search } = view
  return (
    <SectionCard
      title={searchTitle(search)}
      subtitle={search === null || search.layout === 'none' ? undefined : searchSubtitle(view, search.layout)}
    >
      {search === null || search.indexes === null || search.indexes.length === 0 ? (
        <EmptyState
          title={search?.layout === 'none' ? 'No full-text index' : 'Not checked yet'}
          minHeight={96}
        >
          {search?.layout === 'none' ? NO_SEARCH_INDEX : SEARCH_CHECK_SOON}
        </EmptyState>
      ) : (
        <ul className="text-support">
          {search.indexes.map(({ name, bytes, entries, expected, verdict, message }) => (
            <li key={name} className="border-t border-line px-3 py-2 md:px-4">
              <span className="flex items-center gap-2">
                <span className="min-w-0 font-mono wrap-anywhere">{visibleText(name)}</span>
                <Chip warns={SEARCH_VERDICTS[verdict].warns}>{SEARCH_VERDICTS[verdict].word}</Chip>
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
