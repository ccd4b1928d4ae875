/** Facts about every checkpoint from disk and git, and what the page shows, for comparison. */
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator } from '@playwright/test'
import { diskUsage } from '../disk-usage.ts'
import { squeezed } from '../page-parts.ts'

type ExpectedCheckpoint = {
  /** The folder it saves, or its own name if there is none. */
  readonly path: string
  readonly layout: 'v1' | 'shared' | 'legacy'
  /** Null if git is not used. */
  readonly commits: number | null
  readonly reachable: number
  readonly exclusive: number
}

export function expectedCheckpoints(base: string): ExpectedCheckpoint[] {
  const names = existsSync(base) ? readdirSync(base) : []
  const v1 = names.filter((name) => existsSync(join(base, name, 'HERMES_WORKDIR')))
  const legacy = names.filter((name) => name.startsWith('legacy-'))
  return [
    ...v1.map((name): ExpectedCheckpoint => {
      const { bytes } = diskUsage(join(base, name))
      return {
        path: readFileSync(join(base, name, 'HERMES_WORKDIR'), 'utf8').trim(),
        layout: 'v1',
        commits: Number(git(join(base, name), 'rev-list', '--count', 'HEAD')),
        reachable: bytes,
        exclusive: bytes,
      }
    }),
    ...expectedInSharedStore(join(base, 'store')),
    ...legacy.map((path): ExpectedCheckpoint => {
      const { bytes } = diskUsage(join(base, path))
      return { path, layout: 'legacy', commits: null, reachable: bytes, exclusive: bytes }
    }),
  ]
}

function expectedInSharedStore(store: string): ExpectedCheckpoint[] {
  if (!existsSync(join(store, 'projects'))) return []
  const projects = readdirSync(join(store, 'projects')).map((name) => name.replace('.json', ''))
  const objects = new Map(projects.map((id) => [id, objectsOf(store, id)]))
  return [...objects].map(([id, own]) => {
    const { workdir } = JSON.parse(readFileSync(join(store, 'projects', `${id}.json`), 'utf8'))
    const others = new Set(
      [...objects].flatMap(([other, theirs]) => (other === id ? [] : [...theirs.keys()])),
    )
    return {
      path: String(workdir),
      layout: 'shared',
      commits: Number(git(store, 'rev-list', '--count', `refs/hermes/${id}`)),
      reachable: sum([...own.values()]),
      exclusive: sum([...own].filter(([name]) => !others.has(name)).map(([, size]) => size)),
    }
  })
}

function objectsOf(store: string, id: string): Map<string, number> {
  const names = git(store, 'rev-list', '--objects', '--no-object-names', `refs/hermes/${id}`)
  const sizes = execFileSync('git', ['cat-file', '--batch-check=%(objectname) %(objectsize:disk)'], {
    env: { ...process.env, GIT_DIR: store },
    input: `${names}\n`,
    encoding: 'utf8',
  })
  return new Map(
    sizes
      .trim()
      .split('\n')
      .map((line) => line.split(' '))
      .map(([name = '', size]) => [name, Number(size)]),
  )
}

const git = (gitDir: string, ...args: string[]): string =>
  execFileSync('git', args, {
    env: { ...process.env, GIT_DIR: gitDir, GIT_WORK_TREE: '/' },
    encoding: 'utf8',
  }).trim()

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

type ShownCheckpoint = { readonly path: string; readonly cells: readonly string[] }

/** Each row's folder, state, layout, last use, commits, reachable bytes and freed bytes. */
export async function shownCheckpoints(table: Locator): Promise<ShownCheckpoint[]> {
  const rows = await table.locator('tbody tr').evaluateAll((found) =>
    found.map((row) => ({
      path: row.querySelector('summary bdi')?.getAttribute('title') ?? '',
      cells: [...row.children].slice(2).map((cell) => cell.textContent ?? ''),
    })),
  )
  return rows.map(({ path, cells }) => ({ path, cells: cells.map(squeezed) }))
}
