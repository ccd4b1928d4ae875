/** Finds names that more than one file exports, which make searches and imports ambiguous. */
import ts from 'typescript'

export type SourceText = { readonly path: string; readonly text: string }
export type Duplicate = { readonly name: string; readonly paths: readonly string[] }

/** Every exported name that two or more files declare. A re-export (`export … from`) declares nothing. */
export function findDuplicates(sources: readonly SourceText[]): Duplicate[] {
  const files = new Map<string, string[]>()
  for (const { path, text } of sources)
    for (const name of exportedNames(path, text)) files.set(name, [...(files.get(name) ?? []), path])
  return [...files]
    .filter(([, paths]) => paths.length > 1)
    .map(([name, paths]) => ({ name, paths: paths.toSorted() }))
    .sort((one, other) => (one.name < other.name ? -1 : 1))
}

/** A type and a value of one name in one file count once. `default` is no name. */
export function exportedNames(path: string, text: string): ReadonlySet<string> {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, false)
  return new Set(file.statements.flatMap(namesOf).filter((name) => name !== 'default'))
}

function namesOf(statement: ts.Statement): readonly string[] {
  if (ts.isExportDeclaration(statement)) {
    const { exportClause, moduleSpecifier } = statement
    if (moduleSpecifier !== undefined || exportClause === undefined) return []
    return ts.isNamedExports(exportClause) ? exportClause.elements.map(({ name }) => name.text) : []
  }
  if (!isExported(statement)) return []
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.flatMap(({ name }) => boundNames(name))
  if (
    ts.isFunctionDeclaration(statement) ||
    ts.isClassDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement) ||
    ts.isInterfaceDeclaration(statement) ||
    ts.isEnumDeclaration(statement)
  )
    return statement.name === undefined ? [] : [statement.name.text]
  return []
}

function isExported(statement: ts.Statement): boolean {
  const modifiers = ts.canHaveModifiers(statement) ? (ts.getModifiers(statement) ?? []) : []
  const has = (kind: ts.SyntaxKind) => modifiers.some((modifier) => modifier.kind === kind)
  return has(ts.SyntaxKind.ExportKeyword) && !has(ts.SyntaxKind.DefaultKeyword)
}

function boundNames(name: ts.BindingName): readonly string[] {
  if (ts.isIdentifier(name)) return [name.text]
  return name.elements.flatMap((element) => (ts.isOmittedExpression(element) ? [] : boundNames(element.name)))
}
