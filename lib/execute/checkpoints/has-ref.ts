/** Whether the store has a ref, read from git's loose and packed refs. Works where git itself does not. */
import { readFileSync } from 'node:fs'
import { STORE } from '../../domain/checkpoints/checkpoint.ts'
import { seeAt } from '../files/check-file.ts'
import { resolveInHome } from '../files/resolve-path.ts'

export function hasRef(homePath: string, ref: string): boolean {
  const loose = resolveInHome(homePath, [...STORE, ...ref.split('/')])
  if (loose.ok && seeAt(loose.value)?.isFile() === true) return true
  const packed = resolveInHome(homePath, [...STORE, 'packed-refs'])
  if (!packed.ok || seeAt(packed.value)?.isFile() !== true) return false
  return readFileSync(packed.value, 'utf8')
    .split('\n')
    .some((line) => line.endsWith(` ${ref}`))
}
