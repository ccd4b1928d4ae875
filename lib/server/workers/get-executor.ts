/**
 * The only executor of this server process. It is stored on globalThis, because Next loads modules more than
 * once.
 */

import { getSettings } from '../get-settings.ts'
import { Executor } from './executor.ts'
import type { HomeLocks } from './home-locks.ts'
import { sharedHomeLocks } from './shared-home-locks.ts'

const KEY = Symbol.for('hermes-steward.executor')

type Shared = typeof globalThis & { [KEY]?: Executor }

export function getExecutor(): Executor {
  const shared: Shared = globalThis
  shared[KEY] ??= new Executor(getSettings(), locksOfServer())
  return shared[KEY]
}

/** Without them, nothing may be changed. */
function locksOfServer(): HomeLocks {
  const locks = sharedHomeLocks.get()
  if (locks === null) throw new Error('The server has not set the locks of homes.')
  return locks
}
