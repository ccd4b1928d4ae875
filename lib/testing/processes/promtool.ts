/**
 * Prometheus' own checker. Where it is not installed, it is taken out of Debian's package. Installing that would start a
 * server.
 */
import { spawnSync } from 'node:child_process'
import { accessSync, constants, copyFileSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { failed, ok, type Result } from '../../shared/result.ts'
import { MINUTE_MS } from '../../shared/time.ts'
import { PROJECT_ROOT } from '../paths.ts'

const CACHED = join(PROJECT_ROOT, 'node_modules', '.cache', 'promtool', 'promtool')
const APT = ['-qq', '-o', 'Acquire::Retries=1', '-o', 'Acquire::http::Timeout=20']

/** Its path, or why there is none. */
export function findPromtool(): Result<string, string> {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '')
  const found = [...folders.map((folder) => join(folder, 'promtool')), CACHED].find(canRun)
  if (found !== undefined) return ok(found)
  const trouble = unpackDebian()
  return canRun(CACHED) ? ok(CACHED) : failed(`no promtool on this machine: ${trouble}`)
}

/** Needs neither root nor a started service. Returns what went wrong, if anything. */
function unpackDebian(): string {
  const folder = mkdtempSync(join(tmpdir(), 'steward-promtool-'))
  try {
    const trouble = downloadTo(folder)
    if (trouble !== '') return trouble
    const unpacking = run(
      'sh',
      ['-c', 'dpkg-deb --fsys-tarfile prometheus_*.deb | tar -x ./usr/bin/promtool'],
      folder,
    )
    if (unpacking !== '') return unpacking
    mkdirSync(join(CACHED, '..'), { recursive: true })
    // Renamed at the end, so that a test in another process never runs half a file.
    const copy = `${CACHED}-${process.pid}`
    copyFileSync(join(folder, 'usr', 'bin', 'promtool'), copy)
    renameSync(copy, CACHED)
    return ''
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A fresh container has no package lists, and only root can get them. */
function downloadTo(folder: string): string {
  const trouble = run('apt-get', [...APT, 'download', 'prometheus'], folder)
  if (trouble === '' || process.getuid?.() !== 0) return trouble
  run('apt-get', [...APT, 'update'], folder)
  return run('apt-get', [...APT, 'download', 'prometheus'], folder)
}

/** Empty if it worked. */
function run(command: string, args: readonly string[], cwd: string): string {
  const { status, stderr, error } = spawnSync(command, args, { cwd, encoding: 'utf8', timeout: MINUTE_MS })
  if (status === 0) return ''
  return `${command}: ${error?.message ?? (stderr.trim().split('\n').at(-1) || `exit code ${status}`)}`
}

function canRun(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    // Missing or not executable: try the next place.
    return false
  }
}
