/** Builds the app if its sources changed since the last build. */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { showBuildProgress } from './build-progress.ts'
import { exitOf, NEXT, ROOT, run, SERVE, SERVE_ENV } from './project.ts'

const SOURCES = ['{app,components,lib,public}/**/*', '*.{ts,mjs,json}']
const STAMP = join(ROOT, '.next', 'built-from')
/** Kept with the build, because its warnings are still needed when it is reused. */
const OUTPUT = join(ROOT, '.next', 'build-output.txt')

/** False if the build failed. Its output has been printed then. */
export async function buildOnce(): Promise<boolean> {
  const wanted = digestOfSources()
  const isBuilt = [join(ROOT, '.next', 'BUILD_ID'), OUTPUT].every((path) => existsSync(path))
  if (isBuilt && readIfThere(STAMP) === wanted) return true
  // A failed build leaves a mix of old and new files.
  rmSync(STAMP, { force: true })
  if (!(await build())) return false
  // Fills Node's compile cache. A server that compiles its own TypeScript needs 15 MB more while it runs.
  await run(process.execPath, [...SERVE, '--load-only'], {
    ...process.env,
    ...SERVE_ENV,
    NODE_ENV: 'production',
  })
  writeFileSync(STAMP, wanted)
  return true
}

async function build(): Promise<boolean> {
  // In CI, Next warns if the cache folder is missing, as it is in a fresh clone. Warnings fail `npm test`.
  mkdirSync(join(ROOT, '.next', 'cache'), { recursive: true })
  const progress = showBuildProgress()
  const child = spawn(process.execPath, [NEXT, 'build'], {
    cwd: ROOT,
    env: { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
      progress.read(text)
    })
  const [code] = await Promise.all([exitOf(child), once(child, 'close')])
  progress.end(code === 0)
  if (code === 0) writeFileSync(OUTPUT, output)
  else
    process.stderr.write(
      failureIn(output) ?? (process.stderr.isTTY ? output : stripVTControlCharacters(output)),
    )
  return code === 0
}

/** On a full disk the build prints a panic and where to report it. */
export const failureIn = (output: string): string | null =>
  /No space left on device|ENOSPC/.test(output)
    ? `The disk of ${ROOT} is full. Building the pages needs 250 MB there.\n`
    : null

/** Warnings in the output of the current build. */
export const buildWarnings = (): string[] => warningsIn(readIfThere(OUTPUT) ?? '')

export const warningsIn = (output: string): string[] =>
  stripVTControlCharacters(output)
    .split('\n')
    .filter((line) => /\bwarn(ing|ings)?\b|⚠/i.test(line))

const readIfThere = (path: string): string | null => (existsSync(path) ? readFileSync(path, 'utf8') : null)

function digestOfSources(): string {
  const digest = createHash('sha256')
  const files = globSync(SOURCES, { cwd: ROOT, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$|^next-env\.d\.ts$|\.tsbuildinfo$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
  for (const file of files) digest.update(file.slice(ROOT.length)).update(readFileSync(file))
  return digest.digest('hex')
}
