/** Which users own files, and which one this process is. */
import { lstatSync, readFileSync, type Stats, statSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import type { Owner } from '../domain/home/ownership.ts'

/** Whose rights this process has. Null for a system without users. */
export function ourselves(): Owner | null {
  const uid = process.geteuid?.()
  return uid === undefined ? null : ownerOf(uid)
}

/** Null if it is not there or not accessible. Follows a link. */
export const ownerBehind = (path: string): Owner | null => toOwner(() => statSync(path))

/** The same, without following a link. */
export const ownerAt = (...names: readonly string[]): Owner | null =>
  toOwner(() => lstatSync(join(/* turbopackIgnore: true */ ...names)))

function toOwner(read: () => Stats): Owner | null {
  try {
    return ownerOf(read().uid)
  } catch {
    // Missing, or in a folder this user may not enter.
    return null
  }
}

const ownerOf = (uid: number): Owner => ({ uid, name: nameOf(uid) })

const names = new Map<number, string | null>()

function nameOf(uid: number): string | null {
  const known = names.get(uid)
  if (known !== undefined) return known
  const name = nameInPasswd(uid) ?? ownName(uid)
  names.set(uid, name)
  return name
}

function nameInPasswd(uid: number): string | null {
  try {
    const lines = readFileSync('/etc/passwd', 'utf8').split('\n')
    return lines.map((line) => line.split(':')).find((fields) => fields[2] === String(uid))?.[0] ?? null
  } catch {
    // Not every system has this file.
    return null
  }
}

function ownName(uid: number): string | null {
  try {
    const info = userInfo()
    return info.uid === uid ? info.username : null
  } catch {
    // A container may run as a user without a name.
    return null
  }
}
