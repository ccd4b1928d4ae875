import type { ReactNode } from 'react'
import { LocalTime } from '@/components/ui/local-time'
import { Panel } from '@/components/ui/panel'
import type { AutoPrune } from '@/lib/domain/sessions/auto-prune'
import { autoPruneRules, autoPruneTitle } from '@/lib/domain/sessions/words'
import { formatBytes, formatCount, formatPlural } from '@/lib/shared/numbers'
import {
  AUTO_PRUNE_STATES,
  bytesInDatabase,
  CLOSES_OPEN,
  FILES_LEFT_BEHIND,
  GOES_AT_START,
  NO_RUN_NOTED,
  PINNED_ARCHIVED,
  VERSION_DECIDES,
  VERSION_RULES,
} from './words'

/**
 * What Hermes itself deletes. The rules differ by version, and none protects everything that Steward would.
 */
export function AutoPrunePanel({ autoPrune }: { autoPrune: AutoPrune }) {
  const { state, retentionDays, lastRanAt, restsUntil, era, selects } = autoPrune
  return (
    <Panel title={autoPruneTitle(autoPrune)} subtitle={autoPrune.words}>
      <div className="grid gap-x-8 gap-y-3 p-3 md:grid-cols-2 md:px-4 md:pb-4">
        <dl className={FACTS}>
          <Row label="Automatic prune">{AUTO_PRUNE_STATES[state]}</Row>
          <Row label="Keeps">{retentionDays === null ? 'unknown' : formatPlural(retentionDays, 'day')}</Row>
          <Row label="Last ran">
            {lastRanAt === null ? NO_RUN_NOTED : <LocalTime iso={lastRanAt} show="day-time" />}
          </Row>
          {restsUntil !== null && (
            <Row label="Rests until">
              <LocalTime iso={restsUntil} show="day-time" />
            </Row>
          )}
          {selects !== null && (
            <>
              <Row label={state === 'on' ? GOES_AT_START : 'Would go'}>
                {formatPlural(selects.sessions, 'session')}
                {selects.perhaps > 0 && `, perhaps ${formatCount(selects.perhaps)} more`}
              </Row>
              <Row label="Their messages">
                {selects.databaseBytes === null ? 'not counted yet' : bytesInDatabase(selects.databaseBytes)}
              </Row>
              <Row label={PINNED_ARCHIVED}>
                {formatCount(selects.pinned)}, {formatCount(selects.shelved)}
              </Row>
              {selects.closes !== 0 && (
                <Row label={CLOSES_OPEN}>
                  {selects.closes === null ? VERSION_DECIDES : formatCount(selects.closes)}
                </Row>
              )}
              <Row label={FILES_LEFT_BEHIND}>
                {selects.filesLeft === null
                  ? 'unknown'
                  : `${formatCount(selects.filesLeft.count)}, ${formatBytes(selects.filesLeft.bytes)}`}
              </Row>
            </>
          )}
        </dl>
        {era?.exists === true && (
          <div>
            <h3 className="text-support text-text-3">{VERSION_RULES}</h3>
            <ul className="mt-1 list-disc pl-4 text-text-2">
              {autoPruneRules(era).map((rule) => (
                <li key={rule}>{rule}</li>
              ))}
            </ul>
          </div>
        )}
      </div>
    </Panel>
  )
}

const FACTS = 'grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 self-start'

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-text-2">{label}</dt>
      <dd className="text-right md:text-left">{children}</dd>
    </>
  )
}
