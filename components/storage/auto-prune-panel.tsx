import type { ReactNode } from 'react'
import { LocalTime } from '@/components/ui/local-time'
import { Panel } from '@/components/ui/panel'
import type { AutoPrune } from '@/lib/domain/sessions/auto-prune'
import { autoPruneRules, autoPruneTitle } from '@/lib/domain/sessions/words'
import { formatBytes, formatCount, formatPlural } from '@/lib/shared/numbers'

const STATES = { on: 'on', off: 'off', absent: 'not in this version', unknown: 'unknown' } as const

/**
 * What Hermes itself deletes. The rules differ by version, and none protects everything that Steward would.
 */
export function AutoPrunePanel({ autoPrune }: { autoPrune: AutoPrune }) {
  const { state, retentionDays, lastRanAt, restsUntil, era, selects } = autoPrune
  return (
    <Panel title={autoPruneTitle(autoPrune)} subtitle={autoPrune.words}>
      <div className="grid gap-x-8 gap-y-3 p-3 md:grid-cols-2 md:px-4 md:pb-4">
        <dl className={FACTS}>
          <Row label="Automatic prune">{STATES[state]}</Row>
          <Row label="Keeps">{retentionDays === null ? 'unknown' : formatPlural(retentionDays, 'day')}</Row>
          <Row label="Last ran">
            {lastRanAt === null ? 'no note of a run' : <LocalTime iso={lastRanAt} show="day-time" />}
          </Row>
          {restsUntil !== null && (
            <Row label="Rests until">
              <LocalTime iso={restsUntil} show="day-time" />
            </Row>
          )}
          {selects !== null && (
            <>
              <Row label={state === 'on' ? 'Goes at the next start' : 'Would go'}>
                {formatPlural(selects.sessions, 'session')}
                {selects.perhaps > 0 && `, perhaps ${formatCount(selects.perhaps)} more`}
              </Row>
              <Row label="Their messages">
                {selects.databaseBytes === null
                  ? 'not counted yet'
                  : `${formatBytes(selects.databaseBytes)} in the state db`}
              </Row>
              <Row label="Pinned, shelved among them">
                {formatCount(selects.pinned)}, {formatCount(selects.shelved)}
              </Row>
              {selects.closes !== 0 && (
                <Row label="Open ones it closes">
                  {selects.closes === null ? 'depends on the exact version' : formatCount(selects.closes)}
                </Row>
              )}
              <Row label="Files it leaves behind">
                {selects.filesLeft === null
                  ? 'unknown'
                  : `${formatCount(selects.filesLeft.count)}, ${formatBytes(selects.filesLeft.bytes)}`}
              </Row>
            </>
          )}
        </dl>
        {era?.exists === true && (
          <div>
            <h3 className="text-support text-text-3">Rules of this version</h3>
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
