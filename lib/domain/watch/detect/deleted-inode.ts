/** A process that goes on writing into a file no longer in the folder: the most costly incident of all, and silent. */
import { formatPlural } from '../../../shared/numbers.ts'
import { oneLine } from '../../session-label.ts'
import type { Rule } from './reading.ts'

const NAMED = 3

export const deletedInode: () => Rule =
  () =>
  ({ sample: { holders } }, report) => {
    if (holders === null) {
      report.cannotTell('deleted-inode-held')
      return
    }
    const lost = holders.filter(({ deletedInode, self }) => deletedInode && !self)
    const level = lost.length > 0 ? 'critical' : null
    report.read({
      sign: 'holders/deleted',
      subject: '',
      reached: level,
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
