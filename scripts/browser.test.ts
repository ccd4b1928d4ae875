import { describe, expect, it } from 'vitest'
import { findBrowser, type Machine } from './browser.ts'

const OWN = '/cache/ms-playwright/chrome'
const SHELL = 'apt-get install chromium-headless-shell'
const BROWSER = 'apt-get install chromium'

/** A machine on which the browsers in `there` can be run, and installing adds those in `brings`. */
function machine(there: readonly string[], brings: Readonly<Record<string, string>> = {}) {
  const present = new Set(there)
  const ran: string[] = []
  const made: Machine = {
    env: { PATH: '/usr/local/bin:/usr/bin' },
    canRun: (path) => present.has(path),
    ownPath: () => OWN,
    isDebianRoot: true,
    run: (command, args) => {
      const name = [command.split('/').at(-1), args[0], ...args.slice(3)].join(' ')
      ran.push(name)
      const brought = brings[name]
      if (brought !== undefined) present.add(brought)
      return brought !== undefined || name === 'apt-get update'
    },
    print: () => undefined,
  }
  return { made, ran }
}

describe('the browser', () => {
  const everything = [
    '/opt/mine',
    '/usr/bin/chromium-headless-shell',
    '/usr/bin/chromium',
    '/usr/local/bin/google-chrome',
    OWN,
  ]

  it('is the one in CHROMIUM_PATH, then the system’s, headless shell first, then Playwright’s', () => {
    const { made, ran } = machine(everything)
    expect(findBrowser({ ...made, env: { ...made.env, CHROMIUM_PATH: '/opt/mine' } })).toBe('/opt/mine')
    expect(findBrowser(made)).toBe('/usr/bin/chromium-headless-shell')
    expect(findBrowser(machine(everything.slice(2)).made)).toBe('/usr/bin/chromium')
    expect(findBrowser(machine(everything.slice(3)).made)).toBe('/usr/local/bin/google-chrome')
    expect(findBrowser(machine([OWN]).made)).toBe(OWN)
    expect(ran).toEqual([])
  })

  it('in CHROMIUM_PATH that cannot be run is an error, even if another one is installed', () => {
    const { made } = machine(everything)
    const env = { ...made.env, CHROMIUM_PATH: '/opt/gone' }
    expect(() => findBrowser({ ...made, env })).toThrow('CHROMIUM_PATH is /opt/gone')
  })

  it('is installed if there is none: Debian’s for root, otherwise Playwright’s', () => {
    const shell = machine([], { [SHELL]: '/usr/bin/chromium-headless-shell' })
    expect(findBrowser(shell.made)).toBe('/usr/bin/chromium-headless-shell')
    expect(shell.ran).toEqual(['apt-get update', SHELL])
    const older = machine([], { [BROWSER]: '/usr/bin/chromium' })
    expect(findBrowser(older.made)).toBe('/usr/bin/chromium')
    expect(older.ran).toEqual(['apt-get update', SHELL, BROWSER])
    const other = machine([], { 'playwright install': OWN })
    expect(findBrowser({ ...other.made, isDebianRoot: false })).toBe(OWN)
    expect(other.ran).toEqual(['playwright install'])
  })

  it('is Playwright’s if apt-get fails, and an error message if that fails too', () => {
    const { made, ran } = machine([], { 'playwright install': OWN })
    expect(findBrowser(made)).toBe(OWN)
    expect(ran).toEqual(['apt-get update', SHELL, BROWSER, 'playwright install'])
    expect(() => findBrowser(machine([]).made)).toThrow('Set CHROMIUM_PATH')
  })
})
