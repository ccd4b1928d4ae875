/** The gzipped JavaScript a browser needs before a page is interactive. Later requests do not count. */
import { gzipSync } from 'node:zlib'
import { expect, type Lab, test } from './fixtures.ts'

export async function firstLoadBytes(lab: Lab, path: string): Promise<number> {
  const cookie = `${lab.cookie.name}=${lab.cookie.value}`
  const html = await (await fetch(lab.server.url + path, { headers: { cookie } })).text()
  const scripts = [...html.matchAll(/<script src="([^"]+)"[^>]*>/gi)]
  const sources = scripts.filter(([tag]) => !/nomodule/i.test(tag)).map(([, source = '']) => source)
  const eager = new Set(sources)
  expect(eager.size).toBeGreaterThan(3)
  let total = 0
  for (const source of eager) {
    const response = await fetch(new URL(source, lab.server.url))
    total += gzipSync(Buffer.from(await response.arrayBuffer())).length
  }
  test.info().annotations.push({ type: 'first load', description: `${path}: ${total} bytes, gzipped` })
  return total
}
