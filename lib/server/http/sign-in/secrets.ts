/** Digests, random names and the cookie key. */
import { createHash, createHmac, randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { log } from '../../../platform/log.ts'

export const digestOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url')

export const randomSecret = (): string => randomBytes(32).toString('base64url')

/** Compares digests, so that the timing reveals neither content nor length. */
export const sameSecret = (a: string, b: string): boolean =>
  timingSafeEqual(createHash('sha256').update(a).digest(), createHash('sha256').update(b).digest())

/** Hashes a password slowly, so that guessing is expensive and a stolen database reveals little. */
export function slowHash(password: string, salt: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, 32, (error, key) =>
      error === null ? resolve(key) : reject(error),
    )
  })
}

/** The same in every process, so that credential hashes survive a restart. */
export const passwordSalt = (cookieKey: string): Buffer =>
  createHmac('sha256', cookieKey).update('password salt').digest()

/** Identifies the password and role that opened a sign-in, so that changing either ends it. */
export const credentialHashOf = (role: string, derivedKey: Buffer): string =>
  createHmac('sha256', derivedKey).update(role).digest('base64url')

/** The cookie key survives restarts. If it cannot be stored, all users must sign in again after one. */
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

/** Invalidates every cookie at the next start. Removing a file works on a full disk too. */
export function forgetCookieKey(dataDir: string): void {
  try {
    rmSync(cookieKeyPath(dataDir), { force: true })
  } catch (error) {
    log.error('sign-out not stored; a restart may undo it', {}, error)
  }
}

const cookieKeyPath = (dataDir: string): string => join(dataDir, 'cookie-key')
