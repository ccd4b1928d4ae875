import { visibleName } from '@/lib/shared/visible-name'

type Props = {
  text: string
  /** Characters at the end that always stay visible. */
  keep?: number
}

/**
 * A name or path from the home, as plain text that cannot change the reading direction around it. Where it
 * does not fit, its middle is cut and the end stays.
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
