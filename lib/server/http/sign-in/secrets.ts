/** Digests, random names and the key that seals cookies. */
import { createHash, createHmac, randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { log } from '../../../platform/log.ts'

export const digestOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url')

export const randomSecret = (): string => randomBytes(32).toString('base64url')

/** Compares digests, so that neither content nor length shows in the time it takes. */
export const sameSecret = (a: string, b: string): boolean =>
  timingSafeEqual(createHash('sha256').update(a).digest(), createHash('sha256').update(b).digest())

/**
 * Weighs a password: every guess pays, every answer takes the same time, and the mark it leaves on a sign-in tells a
 * thief of our database little.
 */
export function slowHash(password: string, salt: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, 32, (error, key) =>
      error === null ? resolve(key) : reject(error),
    )
  })
}

/** The same in every process, so that a password leaves the same mark after a restart. */
export const passwordSalt = (cookieKey: string): Buffer =>
  createHmac('sha256', cookieKey).update('password salt').digest()

/** What a password leaves on the sign-ins it opens: another one, or another role's, leaves another mark. */
export const credentialHashOf = (role: string, weighed: Buffer): string =>
  createHmac('sha256', weighed).update(role).digest('base64url')

/** The cookie key survives restarts; where it cannot be kept, everybody signs in anew after one. */
export function cookieKey(dataDir: string): string {
  const path = cookieKeyPath(dataDir)
  try {
    if (existsSync(path)) {
      const kept = readFileSync(path, 'utf8').trim()
      chmodSync(path, 0o600)
      if (kept.length >= 43) return kept
    }
    const made = randomSecret()
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    writeFileSync(path, made, { mode: 0o600 })
    chmodSync(path, 0o600)
    return made
  } catch {
    return randomSecret()
  }
}

/** Every cookie ends with the next start. Taking a file away works on a full disk too. */
export function forgetCookieKey(dataDir: string): void {
  try {
    rmSync(cookieKeyPath(dataDir), { force: true })
  } catch (error) {
    log.error('sign-out not stored; a restart may undo it', {}, error)
  }
}

const cookieKeyPath = (dataDir: string): string => join(dataDir, 'cookie-key')
