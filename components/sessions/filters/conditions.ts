import type { SessionsView } from '@/components/sessions/view-state'
import type { SessionPage } from '@/lib/domain/sessions/list/session-query'
import { visibleText } from '@/lib/shared/visible-text'
import { filterChips } from './words'

export type Condition = { readonly key: string; readonly words: string; readonly without: SessionsView }

/**
 * Every active condition, each with the view without it. The group is one of them: it is set by default and
 * easily forgotten.
 */
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
