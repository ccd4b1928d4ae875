/** Every page and API route, read from the files of the app, so that new ones are included. */
import { globSync, readFileSync } from 'node:fs'

export type AppRoute = {
  readonly kind: 'page' | 'call'
  /** As in the folder: `/api/v1/plans/[id]`. */
  readonly path: string
  readonly methods: readonly string[]
}

export const listRoutes = (): readonly AppRoute[] =>
  globSync('app/**/{page.tsx,route.ts}')
    .map((file): AppRoute => {
      const isPage = file.endsWith('page.tsx')
      const path = file
        .replace(/^app/, '')
        .replace(/\/\([^/]+\)/g, '')
        .replace(/\/(page\.tsx|route\.ts)$/, '')
      return {
        kind: isPage ? 'page' : 'call',
        path: path === '' ? '/' : path,
        methods: isPage ? ['GET'] : methodsOf(readFileSync(file, 'utf8')),
      }
    })
    .sort((a, b) => a.path.localeCompare(b.path))

const methodsOf = (source: string): string[] =>
  ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((method) =>
    new RegExp(`export (async )?function ${method}\\b|\\bas ${method}\\b`).test(source),
  )
