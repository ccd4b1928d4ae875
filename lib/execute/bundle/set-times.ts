/**
 * Sets modification times to the nanosecond. Node takes seconds as a double, which is off by up to 0.12 µs,
 * so `touch -h` corrects the times that came out wrong.
 */
import { spawnSync } from 'node:child_process'
import { lutimesSync } from 'node:fs'
import { inChild } from '../../platform/folder-handle.ts'
import { seeAt } from '../files/check-file.ts'

export type TimedEntry = { readonly path: Buffer; readonly mtimeNs: bigint }

/** Without a `touch` that takes nanoseconds, the precision of a double remains. */
export function setTimes(entries: readonly TimedEntry[]): void {
  for (const { path, mtimeNs } of entries) lutimesSync(path, toSeconds(mtimeNs), toSeconds(mtimeNs))
  const inexact = entries.filter(({ path, mtimeNs }) => seeAt(path)?.mtimeNs !== mtimeNs)
  const byTime = Map.groupBy(inexact, ({ mtimeNs }) => mtimeNs)
  const single: Buffer[] = []
  for (const [mtimeNs, group] of byTime) {
    const stamp = toStamp(mtimeNs)
    if (stamp === null) continue
    const paths = group.map(({ path }) => inChild(path))
    if (paths.length >= GROUP_AT_LEAST) touch([...TOUCH, stamp], paths)
    else single.push(...paths.flatMap((path) => [Buffer.from(stamp), path]))
  }
  touch(['-n', '2', ...TOUCH], single)
}

function touch(args: readonly string[], words: readonly Buffer[]): void {
  if (words.length === 0) return
  const input = Buffer.concat(words.flatMap((word) => [word, NUL]))
  spawnSync('xargs', ['-0', ...args], {
    input,
    stdio: ['pipe', 'ignore', 'ignore'],
    cwd: '/',
    env: ENVIRONMENT,
  })
}

/** Adds the fraction last, which loses the least precision. */
const toSeconds = (ns: bigint): number => {
  const seconds = ns / NS
  return Number(seconds) + Number(ns - seconds * NS) / 1e9
}

/** `2026-11-16T09:50:00.123456789Z`, or null for a year without four digits. */
function toStamp(ns: bigint): string | null {
  const seconds = (ns - (((ns % NS) + NS) % NS)) / NS
  const date = new Date(Number(seconds) * 1000)
  if (Number.isNaN(date.getTime()) || !/^\d{4}-/.test(date.toISOString())) return null
  return `${date.toISOString().slice(0, 19)}.${String(ns - seconds * NS).padStart(9, '0')}Z`
}

const NS = 1_000_000_000n
const NUL = Buffer.from([0])
const TOUCH = ['touch', '-h', '-m', '-d']
const GROUP_AT_LEAST = 4
const ENVIRONMENT: NodeJS.ProcessEnv = {
  NODE_ENV: process.env.NODE_ENV,
  PATH: process.env.PATH,
  LC_ALL: 'C',
  TZ: 'UTC',
}
