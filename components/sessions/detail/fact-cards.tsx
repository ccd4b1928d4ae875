import { LocalTime } from '@/components/ui/local-time'
import type { SessionDetail } from '@/lib/domain/sessions/session-detail'
import { factGroups } from './fact-groups'
import { FACTS_LABEL } from './words'

/** Facts grouped by source, which shows where they contradict each other. */
export function FactCards({ facts }: { facts: SessionDetail['facts'] }) {
  const [row, ...others] = factGroups(facts)
  return (
    <section aria-label={FACTS_LABEL} className="grid gap-3 md:gap-4 lg:grid-cols-2">
      {row !== undefined && <Card group={row} wide />}
      <div className="grid content-start gap-3 md:gap-4">
        {others.map((group) => (
          <Card key={group.source} group={group} />
        ))}
      </div>
    </section>
  )
}

function Card({ group, wide = false }: { group: ReturnType<typeof factGroups>[number]; wide?: boolean }) {
  return (
    <div className="rounded-card border border-line bg-surface px-3 py-3 md:px-4">
      <h2 className="text-card font-strong">{group.title}</h2>
      <dl className={`mt-2 grid gap-x-8 gap-y-1 ${wide ? 'md:grid-cols-2' : ''}`}>
        {group.lines.map(({ name, value }) => (
          <div key={name} className="flex min-w-0 justify-between gap-4">
            <dt className="flex-none text-text-3">{name}</dt>
            <dd
              className={`min-w-0 text-right wrap-anywhere ${'known' in value && !value.known ? 'text-text-3' : ''}`}
            >
              {'at' in value ? <LocalTime iso={value.at} show="day-time" /> : <bdi>{value.text}</bdi>}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
