/** What a browser gets before sign-in, and what it does not get. */
import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type GuardLab, makeGuards } from '../../../testing/guard-lab.ts'
import { PUBLIC_FILES } from './public-paths.ts'
import { SECURITY_HEADERS } from './security-headers.ts'

const PUBLIC = resolve('public')

const guards = makeGuards()
let ask: GuardLab['ask']
beforeAll(async () => {
  ask = (await guards.open()).ask
})
afterAll(() => guards.close())

describe('files in public/', () => {
  it('the list names every file, and only files that exist', () => {
    const files = readdirSync(PUBLIC, { recursive: true }).map((name) => `/${name}`)
    expect(files.sort()).toEqual([...PUBLIC_FILES].sort())
  })

  it.each([...PUBLIC_FILES])('%s is served without signing in, with all security headers', async (path) => {
    for (const address of [path, `${path}?v=1`]) {
      const reply = await ask(address)
      expect(reply.status).toBe(200)
      expect(reply.headers).toMatchObject(SECURITY_HEADERS)
      expect(reply.headers['content-security-policy']).toContain("default-src 'none'")
    }
  })

  it.each([...PUBLIC_FILES])('%s is refused under a Host that is not allowed', async (path) => {
    expect((await ask(path, { headers: { host: 'rebound.example' } })).status).toBe(421)
  })

  it.each([
    '/public/icon.svg',
    '/icon.svg/',
    '/icon.svg/x',
    '/icon.svgx',
    '/xicon.svg',
    '/ICON.SVG',
    '/icon%2Esvg',
    '/icon.svg%00',
    '//icon.svg',
    '/icon-193.png',
    '/manifest.json',
    '/sitemap.xml',
    '/apple-touch-icon-precomposed.png',
    '/site.webmanifest/../sessions',
  ])('%s is not listed and leads to sign-in', async (path) => {
    const reply = await ask(path)
    expect([reply.status, reply.headers.location]).toEqual([303, '/sign-in'])
  })
})

describe('the manifest', () => {
  const manifest: {
    readonly icons: readonly { readonly src: string; readonly sizes: string; readonly type: string }[]
  } = JSON.parse(readFileSync(`${PUBLIC}/site.webmanifest`, 'utf8'))

  it('names only icons that are served without signing in', () => {
    expect(manifest.icons.filter(({ src }) => !PUBLIC_FILES.has(src))).toEqual([])
  })

  it('states the real size of each bitmap', () => {
    const bitmaps = manifest.icons.filter(({ type }) => type === 'image/png')
    expect(bitmaps.map(({ sizes }) => sizes)).toEqual(bitmaps.map(({ src }) => sizeOf(`${PUBLIC}${src}`)))
  })
})

/** Width and height are at fixed places in a PNG's first chunk. */
function sizeOf(png: string): string {
  const bytes = readFileSync(png)
  return `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`
}
