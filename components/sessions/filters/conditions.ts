/** Everything a view asks for at once, each with the view without it. */

import type { SessionsView } from '@/components/sessions/view-state'
import type { SessionPage } from '@/lib/domain/sessions/list/session-query'
import { visibleText } from '@/lib/shared/visible-text'
import { filterChips } from './words'

export type Condition = { readonly key: string; readonly words: string; readonly without: SessionsView }

/** People or automation is one as well: it is chosen from the start, and the first to be forgotten. */
export function conditionsOf(view: SessionsView, facets: SessionPage['facets']): Condition[] {
  const { q, group } = view
  return [
    ...(q === '' ? [] : [{ key: 'q', words: `the words “${visibleText(q)}”`, without: { ...view, q: '' } }]),
    ...filterChips(view, facets).map(({ key, label, value, without }) => ({
      key,
      words: `${label.toLowerCase()}: ${value}`,
      without,
    })),
    ...(group === 'all'
      ? []
      : [{ key: 'group', words: `${group} only`, without: { ...view, group: 'all' as const } }]),
  ]
}
