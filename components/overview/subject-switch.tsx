import { type ChartSubject, subjectsOf } from '@/components/charts/chart-subject'
import { Segmented } from '@/components/ui/segmented'
import type { Overview } from '@/lib/domain/overview/overview'
import { type OverviewViewState, overviewHref } from './view-state'
import { SUBJECT_LABELS } from './words'

type Props = { label: string; overview: Overview; view: OverviewViewState; subject: ChartSubject }

/** Shown only on homes with both. */
export function SubjectSwitch({ label, overview, view, subject }: Props) {
  const present = subjectsOf(overview)
  if (present.length < 2) return null
  return (
    <Segmented
      label={label}
      options={present.map((each) => ({
        label: SUBJECT_LABELS[each],
        href: overviewHref(view, { subject: each }),
        current: each === subject,
      }))}
    />
  )
}
