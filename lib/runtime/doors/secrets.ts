/** Digests, random names and the key that seals cookies. */
import { createHash, randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export const digestOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url')

export const randomSecret = (): string => randomBytes(32).toString('base64url')

/** Compares digests, so that neither content nor length shows in the time it takes. */
export const sameSecret = (a: string, b: string): boolean =>
  timingSafeEqual(createHash('sha256').update(a).digest(), createHash('sha256').update(b).digest())

/**
 * Weighs a password. Nothing of it is stored, so the cost is not for thieves of a file: it makes every guess pay and
 * every answer take the same time.
 */
export function slowHash(password: string, salt: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, 32, (error, key) =>
      error === null ? resolve(key) : reject(error),
    )
  })
}

/** The cookie key survives restarts; where it cannot be kept, everybody signs in anew after one. */
export function cookieKey(dataDir: string): string {
  const path = join(dataDir, 'cookie-key')
  try {
    if (existsSync(path)) {
      const kept = readFileSync(path, 'utf8').trim()
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
