/** Whether there is anything of a shared store. Behind a link there may be one, and git then says why it was not started. */
import { STORE } from '../../domain/checkpoints/checkpoint.ts'
import { seeAt } from '../files/check-file.ts'
import { resolveInHome } from '../files/resolve-path.ts'

export function hasCheckpointStore(homePath: string): boolean {
  const head = resolveInHome(homePath, [...STORE, 'HEAD'])
  return head.ok ? seeAt(head.value) !== null : head.fault !== 'missing'
}
