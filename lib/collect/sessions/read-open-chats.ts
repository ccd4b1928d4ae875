/**
 * Open chats according to Hermes' cross-process leases. The format changed between versions, so every string
 * of an entry whose process is not dead counts as a possible session id. The set is only checked for known
 * ids, and an extra one only protects.
 */

import { readJsonFile } from '../../platform/read-json-file.ts'
import { asNumber, asObject } from '../../shared/json-values.ts'
import { HomeFaultError } from '../database/open-state-db.ts'
import { isProcessAlive } from '../processes/is-process-alive.ts'

const MAX_DEPTH = 8
const PID_KEYS = ['pid', 'owner_pid', 'process_id']

export function readOpenChats(homePath: string): Set<string> {
  const file = readJsonFile(homePath, 'runtime/active_sessions.json')
  if (!file.ok) throw new HomeFaultError(file.fault)
  const ids = new Set<string>()
  gather(file.value, homePath, ids, 0)
  return ids
}

function gather(value: unknown, homePath: string, ids: Set<string>, depth: number): void {
  if (typeof value === 'string') ids.add(value)
  if (depth > MAX_DEPTH) return
  if (Array.isArray(value)) {
    for (const item of value) gather(item, homePath, ids, depth + 1)
    return
  }
  const entry = asObject(value)
  if (entry === null || isDead(entry, homePath)) return
  for (const [key, item] of Object.entries(entry)) {
    const inner = asObject(item)
    // Some versions key the entries by session id. The key of a dead entry claims nothing.
    if (inner === null || !isDead(inner, homePath)) ids.add(key)
    gather(item, homePath, ids, depth + 1)
  }
}

function isDead(entry: { readonly [key: string]: unknown }, homePath: string): boolean {
  const pid = PID_KEYS.map((key) => asNumber(entry[key])).find((value) => value !== null)
  return pid !== undefined && pid !== null && isProcessAlive(pid, homePath) === false
}
