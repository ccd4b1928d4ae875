/** Whether a receipt still keeps a project's history, read from git's loose and packed refs. */
import { readFileSync } from 'node:fs'
import { STORE } from '../../domain/checkpoints/checkpoint.ts'
import { seeAt } from '../files/check-file.ts'
import { resolveInHome } from '../files/resolve-path.ts'
import { trashRef } from './keep-objects.ts'

export function hasTrashRef(homePath: string, receiptId: string, projectId: string): boolean {
  const ref = trashRef(receiptId, projectId)
  const loose = resolveInHome(homePath, [...STORE, ...ref.split('/')])
  if (loose.ok && seeAt(loose.value)?.isFile() === true) return true
  const packed = resolveInHome(homePath, [...STORE, 'packed-refs'])
  if (!packed.ok || seeAt(packed.value)?.isFile() !== true) return false
  return readFileSync(packed.value, 'utf8')
    .split('\n')
    .some((line) => line.endsWith(` ${ref}`))
}
