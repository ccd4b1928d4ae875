/** A process writes to a file that was deleted: the most costly incident, and a silent one. */
import { formatPlural } from '../../../shared/numbers.ts'
import { oneLine } from '../../sessions/session-label.ts'
import type { Rule } from './reading.ts'

const NAMED = 3

export function deletedInode(): Rule {
  let askedMs: number | null = null
  return ({ sample: { holders, holdersAskedMs } }, report) => {
    const others = holders?.filter(({ self }) => !self) ?? null
    const lost = others?.filter((one) => one.deletedInode === true) ?? []
    // If the system does not report whether a file was deleted, the state is unknown.
    if (others === null || (lost.length === 0 && others.some((one) => one.deletedInode === null))) {
      report.unknown('deleted-inode-held')
      return
    }
    const level = lost.length > 0 ? 'critical' : null
    // A repeated result is not a second observation.
    const isNew = holdersAskedMs !== askedMs
    askedMs = holdersAskedMs
    report.read({
      signal: 'holders/deleted',
      subject: '',
      reached: isNew ? level : null,
      held: level,
      value: lost.length,
      unit: 'count',
      limit: 0,
      words: () => ({
        title: 'A process writes into a deleted state.db',
        rule: 'a holder of a deleted file for 15 seconds',
        evidence: `${formatPlural(lost.length, 'process holds', 'processes hold')} a file no longer in the folder: ${lost
          .slice(0, NAMED)
          .map(({ command, pid }) => `${oneLine(command)} (pid ${pid})`)
          .join(', ')}. What is written there is lost when it ends.`,
      }),
    })
  }
}
