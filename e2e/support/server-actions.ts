/** Every server action of the build, and a direct call of one, as any HTTP client could make it. */
import { readFileSync } from 'node:fs'
import type { Lab } from './fixtures.ts'

export type ServerAction = {
  readonly id: string
  readonly name: string
  /** The URL of a page that contains it. */
  readonly path: string
}

type Manifest = {
  readonly node: Record<string, { workers: Record<string, unknown>; exportedName: string }>
}

export function listServerActions(): ServerAction[] {
  const manifest: Manifest = JSON.parse(readFileSync('.next/server/server-reference-manifest.json', 'utf8'))
  return Object.entries(manifest.node).map(([id, { workers, exportedName }]) => {
    const pages = Object.keys(workers).filter((page) => !page.includes('['))
    const path = (pages[0] ?? '').replace(/^app/, '').replace(/\/\(.*?\)|\/page$/g, '')
    return { id, name: exportedName, path: path === '' ? '/' : path }
  })
}

export function callServerAction(
  { server }: Lab,
  action: ServerAction,
  cookie: string | null,
  argument: unknown,
): Promise<Response> {
  return fetch(server.url + action.path, {
    method: 'POST',
    redirect: 'manual',
    headers: {
      'next-action': action.id,
      'content-type': 'text/plain;charset=UTF-8',
      origin: server.url,
      ...(cookie === null ? {} : { cookie }),
    },
    body: JSON.stringify([argument]),
  })
}
