/**
 * Whole runs while another process replaces folders by links again and again, as fast as it can. Outside, everything
 * has the same names; nothing there may change, and the receipt must count what is really in the trash.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import type { Disposition } from '../../domain/plan/action.ts'
import { readBatches } from '../../store/plans/journal.ts'
import { cleanLab, stepsOf } from '../clean-lab.ts'
import { exactTree } from '../exact-tree.ts'
import { tinyHome } from '../presets/tiny-home.ts'

export type SwapLoop = {
  readonly disposition: Disposition
  readonly files: number
}

export type SwapLooped = { readonly done: number; readonly left: number; readonly wrong: readonly string[] }

const OLD_SECONDS = 1_700_000_000

export async function runBesideSwaps(folder: string, { disposition, files }: SwapLoop): Promise<SwapLooped> {
  rmSync(folder, { recursive: true, force: true })
  const [home, outside] = [join(folder, 'home'), join(folder, 'outside')]
  tinyHome(home, Date.now())
  const names = Array.from({ length: files }, (_, index) => `session_orphan${index}.json`)
  for (const name of names) {
    writeFileSync(join(home, 'sessions', name), `{"name": "${name}"}`)
    utimesSync(join(home, 'sessions', name), OLD_SECONDS, OLD_SECONDS)
  }
  mkdirSync(outside)
  cpSync(join(home, 'sessions'), join(outside, 'sessions'), { recursive: true, preserveTimestamps: true })
  const inodes = new Map(names.map((name) => [name, lstatSync(join(home, 'sessions', name)).ino]))
  const lab = cleanLab(home, join(folder, 'data'))
  const plan = await lab.plan(stepsOf('orphan-files'), disposition)
  const before = exactTree(outside)
  const swapper = await startSwapping(join(home, 'sessions'), join(outside, 'sessions'), join(folder, 'stop'))
  let receiptId: string
  try {
    receiptId = (await lab.run(plan)).id
  } finally {
    await stopSwapping(swapper)
  }
  const wrong: string[] = []
  if (exactTree(outside).join('\n') !== before.join('\n')) wrong.push('something outside changed')
  const trash = join(home, '.steward-trash', receiptId, 'files', 'sessions')
  const isTrashed = (name: string) =>
    existsSync(join(trash, name)) && lstatSync(join(trash, name)).ino === inodes.get(name)
  const isLeft = (name: string) =>
    existsSync(join(home, 'sessions', name)) &&
    lstatSync(join(home, 'sessions', name)).ino === inodes.get(name)
  const items = readBatches(lab.store, receiptId).flatMap((batch) => batch.items)
  const counts = { done: 0, left: 0 }
  for (const { target, outcome } of items) {
    const name = target.kind === 'file' ? target.file.path.at(-1) : undefined
    if (name === undefined || !inodes.has(name)) continue
    const isDone = outcome?.kind === 'done'
    if (isDone) counts.done += 1
    else counts.left += 1
    if (isDone === isLeft(name))
      wrong.push(`${name} is ${isDone ? 'done, but in place' : 'not done, but gone'}`)
    if (disposition === 'trash' && isDone !== isTrashed(name))
      wrong.push(`${name} is ${isDone ? 'done, but not in the trash' : 'not done, but in the trash'}`)
  }
  for (const name of existsSync(trash) ? readdirSync(trash) : [])
    if (inodes.has(name) && !isTrashed(name)) wrong.push(`${name} in the trash is from outside`)
  if (counts.done + counts.left !== files)
    wrong.push(`${counts.done + counts.left} of ${files} files have an outcome`)
  lab.store.close()
  return { ...counts, wrong }
}

/** Ends on request, with the real folder in place. */
const SWAP = `
  const { renameSync, symlinkSync, unlinkSync, existsSync } = require('node:fs')
  const [folder, outside, stop] = process.argv.slice(1)
  console.log('swapping')
  while (!existsSync(stop)) {
    renameSync(folder, folder + '.real')
    symlinkSync(outside, folder)
    for (let i = 0; i < 50; i += 1) existsSync(folder)
    unlinkSync(folder)
    renameSync(folder + '.real', folder)
    for (let i = 0; i < 50; i += 1) existsSync(folder)
  }`

async function startSwapping(folder: string, outside: string, stop: string) {
  const args = ['-e', SWAP, folder, outside, stop]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(child.stdout, 'data')
  return { child, stop }
}

async function stopSwapping({ child, stop }: { child: ChildProcess; stop: string }): Promise<void> {
  const ended = once(child, 'exit')
  writeFileSync(stop, '')
  const [code] = await ended
  rmSync(stop)
  if (code !== 0) throw new Error('the other process failed')
}
