/** Fails on import cycles. Type imports do not count, because they are erased. */
import { readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import ts from 'typescript'
import { findCycles } from './find-cycles.ts'
import { ROOT } from './project.ts'

const config = ts.readConfigFile(join(ROOT, 'tsconfig.json'), ts.sys.readFile).config
const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, ROOT)

/** Relative paths of the files that one file imports as values. */
function valueImports(file: string): string[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest)
  return source.statements.flatMap((statement) => {
    const isValue =
      (ts.isImportDeclaration(statement) && statement.importClause?.isTypeOnly !== true) ||
      (ts.isExportDeclaration(statement) && !statement.isTypeOnly)
    const name = isValue ? statement.moduleSpecifier : undefined
    if (name === undefined || !ts.isStringLiteral(name)) return []
    const found = ts.resolveModuleName(name.text, file, options, ts.sys).resolvedModule?.resolvedFileName
    return found === undefined || found.includes('node_modules') ? [] : [resolve(found)]
  })
}

const imports = new Map(fileNames.map((file) => [resolve(file), valueImports(file)]))
const cycles = findCycles(imports)
for (const cycle of cycles) console.log(cycle.map((file) => relative(ROOT, file)).join('\n  -> '))
console.log(`${imports.size} files, ${cycles.length} import cycles`)
process.exit(cycles.length === 0 ? 0 : 1)
