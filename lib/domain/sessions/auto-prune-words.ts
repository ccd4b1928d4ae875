/** Hermes' own prune in words: what it would do, and by which rules. */
import { formatPlural } from '../../shared/numbers.ts'
import type { AutoPrune } from './auto-prune.ts'
import { type AutoPruneEra, CLOSED_SOURCES, REAPED } from './auto-prune-era.ts'

export function autoPruneTitle({ state, selects, restsUntil }: AutoPrune): string {
  if (state === 'absent') return 'Hermes deletes nothing by itself'
  if (selects === null) return 'What Hermes deletes by itself is unknown'
  const sessions = formatPlural(selects.sessions, 'session')
  if (state === 'off') return `Hermes’ own prune is off; on, it would delete ${sessions}`
  if (state === 'unknown') return `Whether Hermes prunes is unknown; if so, it deletes ${sessions}`
  if (selects.sessions === 0) return 'Hermes’ next start deletes nothing'
  return restsUntil === null
    ? `Hermes’ next start deletes ${sessions}`
    : `Hermes deletes ${sessions} at a start after its rest`
}

/** Each difference between versions as a sentence of its own. */
export function autoPruneRules(era: AutoPruneEra): string[] {
  return [
    era.ageBasis === 'start'
      ? 'Age counts from the start of a session, however lately it was used.'
      : 'Age counts from the last activity of a session.',
    wordSpared(era.sparesPinned, 'Pinned sessions'),
    'Shelved sessions go like all others.',
    describeOpen(era.closesStale),
    ...(era.agesReapedFromEnd === false ? [] : [wordReaped(era.agesReapedFromEnd)]),
    era.wholeLineages === null
      ? 'Whether a conversation goes whole or in pieces depends on the exact version.'
      : era.wholeLineages
        ? 'A conversation goes whole or not at all.'
        : 'A conversation may lose its older parts and keep the newer ones.',
    era.removesFiles
      ? 'Files of a session go with it, all but session_<id>.json.'
      : 'Files of a session stay behind.',
  ]
}

function wordSpared(spared: boolean | null, subject: string): string {
  if (spared === null) return `${subject} are spared by some builds of this version and not by others.`
  return spared ? `${subject} are spared.` : `${subject} go like all others.`
}

function describeOpen(closes: boolean | null): string {
  if (closes === false) return 'Sessions that were never closed stay.'
  const closed = `Open sessions as old are closed, not deleted, where their source is one of ${CLOSED_SOURCES.join(', ')}`
  return closes ? `${closed}; others stay.` : `${closed}, by some builds of this version; others stay.`
}

const wordReaped = (fromEnd: true | null): string =>
  `What Hermes itself closed at a start (${REAPED}) ages from then${fromEnd ? '' : ', in some builds of this version'}.`
