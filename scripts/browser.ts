/**
 * Finds a Chromium: `CHROMIUM_PATH`, one installed on the system, or Playwright's. Installs one only if there is none.
 */
import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'
import { bin } from './project.ts'

/** The headless shell first: it draws no window, which saves a fifth of the time of end-to-end tests. */
const DEBIAN = ['chromium-headless-shell', 'chromium']
const NAMES = [...DEBIAN, 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const MAC_PATH = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'

/** Chromium refuses to run as root with its sandbox. The other flags avoid network requests. */
export const BROWSER_ARGS = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]

/** The system calls that finding a browser needs, so that tests can replace them. */
export type Machine = {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly canRun: (path: string) => boolean
  /** Path of Playwright's own Chromium. */
  readonly ownPath: () => string
  readonly isDebianRoot: boolean
  /** Whether the command succeeded. */
  readonly run: (command: string, args: readonly string[]) => boolean
  readonly print: (words: string) => void
}

export function findBrowser(machine: Machine = thisMachine()): string {
  const found = presentBrowser(machine)
  if (found !== null) return found
  for (const install of [installDebian, installPlaywright]) {
    install(machine)
    const installed = presentBrowser(machine)
    if (installed !== null) return installed
  }
  throw new Error('No Chromium was found and none could be installed. Set CHROMIUM_PATH to one.')
}

function presentBrowser({ env, canRun, ownPath }: Machine): string | null {
  const named = env.CHROMIUM_PATH?.trim()
  if (named) {
    if (!canRun(named)) throw new Error(`CHROMIUM_PATH is ${named}, but nothing can be run there.`)
    return named
  }
  const folders = (env.PATH ?? '').split(delimiter)
  const onPath = NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find(canRun)
  if (onPath !== undefined) return onPath
  if (canRun(MAC_PATH)) return MAC_PATH
  const own = ownPath()
  return own !== '' && canRun(own) ? own : null
}

function installDebian({ isDebianRoot, run, print }: Machine): void {
  if (!isDebianRoot) return
  print('No Chromium on this machine: installing Debian’s with apt-get.')
  const isDone =
    run('apt-get', ['update', '-qq']) &&
    // Older releases lack the shell.
    DEBIAN.some((name) => run('apt-get', ['install', '-y', '-qq', name]))
  if (!isDone) print('apt-get could not install it.')
}

function installPlaywright({ run, print }: Machine): void {
  print('No Chromium on this machine: installing Playwright’s own.')
  run(bin('playwright'), ['install', 'chromium'])
}

const thisMachine = (): Machine => ({
  env: process.env,
  canRun: isExecutable,
  ownPath: () => chromium.executablePath(),
  isDebianRoot: process.getuid?.() === 0 && existsSync('/usr/bin/apt-get'),
  run: (command, args) =>
    spawnSync(command, args, {
      stdio: 'inherit',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    }).status === 0,
  print: console.log,
})

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    // Missing or not executable: try the next place.
    return false
  }
}
