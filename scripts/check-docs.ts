/**
 * Fails when a document names a missing file or test or is too long, when a comment names a missing heading, and when
 * docs/log.md and the code disagree about a log message.
 */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { ROOT } from './project.ts'

const DOCUMENTS = globSync(['*.md', 'docs/**/*.md'], { cwd: ROOT }).sort()
const LINK = /\]\((?!https?:|#|mailto:)([^)\s#]+)(?:#[^)]*)?\)/g
const PATH_IN_CODE = /`((?:app|components|lib|e2e|scripts|docs|public)\/[\w./()[\]-]+)`/g
const TEST_NAME = /`((?:app|components|lib|e2e|scripts)\/[\w./-]+\.(?:test|spec)\.ts)`[^“\n]*“([^”]+)”/g
/** A comment that names a document and, in quotes, one of its headings. It may be broken over two lines. */
const HEADING_REFERENCE = /(docs\/[\w/-]+\.md),\s*(?:\*\s*)?"([^"]+)"/g
const LINES_AT_MOST: ReadonlyMap<string, number> = new Map([['docs/architecture.md', 80]])

const problems = DOCUMENTS.flatMap((document) => {
  const text = readFileSync(join(ROOT, document), 'utf8')
  const links = [...text.matchAll(LINK)].map(([, target = '']) => resolve(ROOT, dirname(document), target))
  const paths = [...text.matchAll(PATH_IN_CODE)].map(([, path = '']) => join(ROOT, path))
  const missing = [...links, ...paths]
    .filter((path) => !existsSync(path))
    .map((path) => `${document}: ${path.slice(ROOT.length + 1)} does not exist`)
  return [...missing, ...missingTests(document, text), ...tooLong(document, text)]
})

/** Keeps the architecture page short, because contributors read it first. Details have separate documents. */
function tooLong(document: string, text: string): string[] {
  const limit = LINES_AT_MOST.get(document)
  const lines = text.trimEnd().split('\n').length
  return limit === undefined || lines <= limit ? [] : [`${document}: ${lines} lines, at most ${limit}`]
}

/** `path/to.test.ts` “name of a test” must be a test of that name in that file. */
function missingTests(document: string, text: string): string[] {
  return [...text.matchAll(TEST_NAME)].flatMap(([, path = '', name = '']) => {
    const file = join(ROOT, path)
    return existsSync(file) && readFileSync(file, 'utf8').includes(name)
      ? []
      : [`${document}: no test “${name}” in ${path}`]
  })
}

const SOURCES = globSync(['{app,components,lib,e2e,scripts}/**/*.{ts,tsx}', '*.{ts,mjs}'], { cwd: ROOT })

problems.push(
  ...SOURCES.flatMap((source) =>
    [...readFileSync(join(ROOT, source), 'utf8').matchAll(HEADING_REFERENCE)]
      .filter(([, document = '', heading = '']) => !headingsOf(document).has(heading))
      .map(([, document, heading]) => `${source}: no heading "${heading}" in ${document}`),
  ),
)

const LOG_CALL = /\blog\.(?:debug|info|warn|error)\(\s*'([^']+)'/g
const code = SOURCES.filter((source) => !/^e2e|\.test\.ts$|^lib\/testing/.test(source))
  .map((source) => readFileSync(join(ROOT, source), 'utf8'))
  .join('\n')
const logTable = [...readFileSync(join(ROOT, 'docs/log.md'), 'utf8').matchAll(/^\| (`[^|]+) \|/gm)]
  .map(([, cell]) => cell)
  .join()
const described = new Set([...logTable.matchAll(/`([^`]+)`/g)].map(([, message = '']) => message))
const logged = new Set([...code.matchAll(LOG_CALL)].map(([, message = '']) => message))
problems.push(
  ...[...logged]
    .filter((message) => !described.has(message))
    .map((message) => `docs/log.md: no message "${message}"`),
  ...[...described]
    .filter((message) => !code.includes(`'${message}'`))
    .map((message) => `docs/log.md: nothing logs "${message}"`),
)

function headingsOf(document: string): ReadonlySet<string> {
  const file = join(ROOT, document)
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  return new Set([...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading))
}

for (const problem of problems) console.error(problem)
console.log(
  problems.length === 0
    ? `${DOCUMENTS.length} documents name only what exists`
    : `${problems.length} problems`,
)
process.exit(problems.length === 0 ? 0 : 1)
