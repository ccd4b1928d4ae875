/**
 * Finds a Chromium to drive: the one named, one the system has, Playwright's own, and only then installs one and
 * says so.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'
import { bin } from './project.ts'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const MAC_PATH = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'

/** Root needs no-sandbox; the rest keeps the browser quiet on a closed network. */
export const BROWSER_ARGS = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]

export function findBrowser(): string {
  const found = presentBrowser()
  if (found !== null) return found
  install()
  const installed = presentBrowser()
  if (installed === null)
    throw new Error('No Chromium was found and none could be installed. Set CHROMIUM_PATH to one.')
  return installed
}

function presentBrowser(): string | null {
  const named = process.env.CHROMIUM_PATH?.trim()
  if (named) {
    if (!isExecutable(named)) throw new Error(`CHROMIUM_PATH is ${named}, but nothing can be run there.`)
    return named
  }
  const folders = (process.env.PATH ?? '').split(delimiter)
  const onPath = NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable)
  if (onPath !== undefined) return onPath
  if (isExecutable(MAC_PATH)) return MAC_PATH
  const own = chromium.executablePath()
  return own !== '' && isExecutable(own) ? own : null
}

function install(): void {
  const debianRoot = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
  if (debianRoot) {
    console.log('No Chromium on this machine: installing Debian’s with apt-get.')
    execFileSync('apt-get', ['update', '-qq'], { stdio: 'inherit' })
    execFileSync('apt-get', ['install', '-y', '-qq', 'chromium'], {
      stdio: 'inherit',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
    return
  }
  console.log('No Chromium on this machine: installing Playwright’s own.')
  spawnSync(bin('playwright'), ['install', 'chromium'], { stdio: 'inherit' })
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    // Absent or not ours to run: both mean the next place is tried.
    return false
  }
}
