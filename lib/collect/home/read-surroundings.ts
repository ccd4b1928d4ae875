/** Conditions that decide whether a database may be rewritten: its file system and replication. */
import { lstatSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseEnvironment } from '../../domain/database/database-view.ts'

export function readSurroundings(homePath: string): DatabaseEnvironment {
  return {
    networkFileSystem: networkName(homePath),
    replicas: REPLICAS.filter((name) => isThere(join(/* turbopackIgnore: true */ homePath, name))),
  }
}

function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined
  } catch {
    // A home this user may not enter: its database cannot be opened either, let alone rewritten.
    return false
  }
}

/** Litestream stores its WAL position in such a folder, and a rewrite would break the replica. */
const REPLICAS = ['.state.db-litestream', 'state.db-litestream']

/** Linux' numbers for file systems whose locks another machine keeps. */
const NETWORK_TYPES: ReadonlyMap<number, string> = new Map([
  [0x6969, 'NFS'],
  [0x517b, 'SMB'],
  [0xff534d42, 'CIFS'],
  [0xfe534d42, 'SMB'],
  [0x65735546, 'FUSE'],
  [0x01021997, '9p'],
  [0x00c36400, 'Ceph'],
  [0x5346414f, 'AFS'],
  [0x0bd00bd0, 'Lustre'],
  [0x47504653, 'GPFS'],
])

/** Its name. False for a local one, null if this platform cannot say. */
function networkName(homePath: string): string | false | null {
  if (process.platform !== 'linux') return null
  try {
    // The kernel's number is signed on some machines.
    return NETWORK_TYPES.get(statfsSync(homePath).type >>> 0) ?? false
  } catch {
    // The folder is gone or not accessible: unknown.
    return null
  }
}
