/**
 * Fails when two files outside `app/`, where Next dictates names, export the same name. Tests export nothing that others
 * import, so they are left out.
 */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findDuplicates } from './duplicate-exports.ts'
import { ROOT } from './project.ts'

/** Names that may be exported more than once, each with its reason. At most ten. */
const AGREED: Readonly<Record<string, string>> = {}
const AGREED_AT_MOST = 10

const paths = globSync(['{components,lib,scripts,e2e}/**/*.{ts,tsx}', '*.ts'], { cwd: ROOT })
  .filter((path) => !/\.(test|spec)\.tsx?$|\.d\.ts$/.test(path))
  .sort()
const found = findDuplicates(paths.map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') })))
const names = new Set(found.map(({ name }) => name))

const problems = [
  ...found
    .filter(({ name }) => !(name in AGREED))
    .map((duplicate) => `${duplicate.name}\n${duplicate.paths.map((path) => `  ${path}`).join('\n')}`),
  ...Object.keys(AGREED)
    .filter((name) => !names.has(name))
    .map((name) => `${name} is exported once now: remove it from the exceptions`),
  ...(Object.keys(AGREED).length > AGREED_AT_MOST ? [`more than ${AGREED_AT_MOST} exceptions`] : []),
]

for (const problem of problems) console.error(problem)
console.log(
  problems.length === 0
    ? `${paths.length} files export no name twice`
    : `${problems.length} names are exported by more than one file: rename or share them`,
)
process.exit(problems.length === 0 ? 0 : 1)
