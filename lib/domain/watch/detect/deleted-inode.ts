/** A process that goes on writing into a file no longer in the folder: the most costly incident of all, and silent. */
import { formatPlural } from '../../../shared/numbers.ts'
import { oneLine } from '../../sessions/session-label.ts'
import type { Rule } from './reading.ts'

const NAMED = 3

export function deletedInode(): Rule {
  let askedMs: number | null = null
  return ({ sample: { holders, holdersAskedMs } }, report) => {
    const others = holders?.filter(({ self }) => !self) ?? null
    const lost = others?.filter((one) => one.deletedInode === true) ?? []
    // Where the system does not say whether a file is still in its folder, nobody is known to be well.
    if (others === null || (lost.length === 0 && others.some((one) => one.deletedInode === null))) {
      report.unknown('deleted-inode-held')
      return
    }
    const level = lost.length > 0 ? 'critical' : null
    // The same answer again is no second observation.
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
