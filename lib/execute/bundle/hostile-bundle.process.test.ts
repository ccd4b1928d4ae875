/** A bundle is in a folder that others can write. Parsed at once, these would take the memory of the whole server. */
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { runUnprivileged as runScript } from '../../testing/processes/other-process.ts'
import { tempHome } from '../../testing/temp-home.ts'

const temp = tempHome()
afterAll(temp.cleanup)

it('a manifest or a line of millions of values is damage', () => {
  const script = `
    const { writeFileSync } = await import('node:fs')
    const { zstdCompressSync } = await import('node:zlib')
    const { padding, tarHeader } = await load('lib/execute/bundle/tar-header.ts')
    const { verifyBundle } = await load('lib/execute/bundle/verify-bundle.ts')
    const { decodeLine } = await load('lib/execute/rows/saved-session.ts')
    const objects = '[' + '{},'.repeat(8_000_000) + '{}]'
    const faultOf = async (content) => {
      const member = { path: Buffer.from('manifest.json'), kind: 'file', size: content.length, mode: 0o600, mtimeNs: 0n,
        uid: 0, gid: 0, linkTarget: null, sparse: false }
      const tar = Buffer.concat([tarHeader(member), content, padding(content.length), Buffer.alloc(1_024)])
      writeFileSync(process.env.BUNDLE, zstdCompressSync(tar))
      return (await verifyBundle(process.env.BUNDLE)).fault.message
    }
    const faults = [await faultOf(Buffer.from(objects)), await faultOf(Buffer.alloc(70_000_000, ' '))]
    console.log(JSON.stringify([...faults, decodeLine('{"messages":' + objects + '}')]))`
  // Half of what the executor's thread has.
  const env = { BUNDLE: join(temp.root, 'bundle'), NODE_OPTIONS: '--max-old-space-size=128' }
  expect(runScript(script, env)).toEqual([
    'The bundle is damaged. Its manifest is broken.',
    'The bundle is damaged. Its manifest.json is too large.',
    null,
  ])
})
