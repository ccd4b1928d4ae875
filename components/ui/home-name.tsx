import { visibleName } from '@/lib/shared/visible-name'

type Props = { text: string /** Characters at the end that stay when there is no room. */; keep?: number }

/**
 * A name or path from the home. It is only ever text, it cannot turn the direction of what stands beside it, and
 * where there is no room it loses its middle and keeps its end, where names differ.
 */
export function HomeName({ text, keep = 16 }: Props) {
  const shown = [...visibleName(text)]
  return (
    <bdi className="flex min-w-0 whitespace-pre" title={shown.join('')}>
      <span className="min-w-0 truncate whitespace-pre">{shown.slice(0, -keep).join('')}</span>
      <span className="flex-none">{shown.slice(-keep).join('')}</span>
    </bdi>
  )
}
