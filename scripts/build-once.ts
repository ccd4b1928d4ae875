/** Builds the app when it was never built or its sources changed since; a second start takes no time. */
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { NEXT, ROOT, run, SERVE, SERVE_ENV } from './project.ts'

const SOURCES = ['{app,components,lib,public}/**/*', '*.{ts,mjs,json}']
const STAMP = join(ROOT, '.next', 'built-from')

/** Resolves to false when the build failed; its output has been shown. */
export async function buildOnce(): Promise<boolean> {
  const wanted = digestOfSources()
  if (existsSync(join(ROOT, '.next', 'BUILD_ID')) && stampOf() === wanted) return true
  const code = await run(process.execPath, [NEXT, 'build'], {
    ...process.env,
    NODE_ENV: 'production',
    NEXT_TELEMETRY_DISABLED: '1',
  })
  if (code !== 0) return false
  // A first start that must read its own TypeScript takes 15 MB more for as long as it runs; this reads it before.
  await run(process.execPath, [...SERVE, '--load-only'], {
    ...process.env,
    ...SERVE_ENV,
    NODE_ENV: 'production',
  })
  writeFileSync(STAMP, wanted)
  return true
}

const stampOf = (): string | null => (existsSync(STAMP) ? readFileSync(STAMP, 'utf8') : null)

function digestOfSources(): string {
  const digest = createHash('sha256')
  const files = globSync(SOURCES, { cwd: ROOT, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$|^next-env\.d\.ts$|\.tsbuildinfo$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
  for (const file of files) digest.update(file.slice(ROOT.length)).update(readFileSync(file))
  return digest.digest('hex')
}
