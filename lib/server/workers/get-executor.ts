/**
 * The only executor of this server process. It is stored on globalThis, because Next loads modules more than
 * once.
 */

import { getSettings } from '../get-settings.ts'
import { Executor } from './executor.ts'

const KEY = Symbol.for('hermes-steward.executor')

type Shared = typeof globalThis & { [KEY]?: Executor }

export function getExecutor(): Executor {
  const shared: Shared = globalThis
  shared[KEY] ??= new Executor(getSettings())
  return shared[KEY]
}
