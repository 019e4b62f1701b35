import { dirname, extname, join, normalize, relative } from 'node:path'
import { type ExportDefaultDeclaration, type ImportDeclaration, type Program, parseSync } from 'oxc-parser'
import { importersOf, importPattern, isTest, readModuleGraph, type Source } from './sources.ts'

// Inlines a module with a single importer into that file, up to 250 lines. Automatically: the text stays the same, except for
// `export`, and the imports are merged.

const mostLines = 250
const mostPieceLines = 120
/** Higher than for other files: a route should read as the whole story of its page. */
export const mostRouteLines = 150

/** A module and the file to inline it into. */
export interface Fold {
  readonly piece: string
  readonly into: string
  /** The resulting text of the file. */
  readonly text: string
}

/** Finds the next module to inline, smallest first; undefined when none is left below the folders. */
export function nextFold(root: string, sources: readonly Source[], folders: readonly string[]): Fold | undefined {
  const byPath = new Map(sources.map((source) => [source.path, source]))
  const candidates = [...importersOf(readModuleGraph(root, sources))]
    .flatMap(([path, importers]) => {
      const piece = byPath.get(path)
      const into = byPath.get(importers[0] ?? '')
      return piece !== undefined && into !== undefined && importers.length === 1 ? [{ piece, into }] : []
    })
    .filter(
      ({ piece, into }) => folders.some((folder) => piece.path.startsWith(`${folder}/`)) && isPieceOf(piece, into),
    )
    .toSorted((one, other) => one.piece.lines.length - other.piece.lines.length)
  for (const { piece, into } of candidates) {
    if (isNamedElsewhere(piece, into, sources)) continue
    const text = foldInto(piece, into)
    if (text !== undefined) return { piece: piece.path, into: into.path, text }
  }
  return undefined
}

function isPieceOf(piece: Source, into: Source): boolean {
  const ownRole = /(?:^|\/)(?:index|testing)\.tsx?$|[.-](?:testing|fixture)\.|\.d\.ts$|\/migrations\//
  return (
    isBelow(piece, into) &&
    !ownRole.test(piece.path) &&
    !ownRole.test(into.path) &&
    !isRoute(piece.path) &&
    !isTest(piece.path) &&
    !isTest(into.path) &&
    mayHold(into.path, piece.path) &&
    (extname(piece.path) === extname(into.path) || extname(into.path) === '.tsx') &&
    piece.lines.length <= mostPieceLines &&
    piece.lines.length + into.lines.length <= (isRoute(into.path) ? mostRouteLines : mostLines)
  )
}

/** Whether the piece is in the importer's folder, or below it. */
function isBelow(piece: Source, into: Source): boolean {
  return `${dirname(piece.path)}/`.startsWith(`${dirname(into.path)}/`)
}

/** Server-only code stays out of files for browsers; from routes the router removes what only their loader uses. */
function mayHold(into: string, piece: string): boolean {
  const isServer = (path: string) => path.includes('.server.')
  return isServer(into) || isRoute(into) || !isServer(piece)
}

/** Whether a file is in the route table. */
export function isRoute(path: string): boolean {
  return /^app\/.*[/-]route\.tsx?$/.test(path)
}

/** Whether another file refers to it by a path in a string: the entry point of a process. */
function isNamedElsewhere(piece: Source, into: Source, sources: readonly Source[]): boolean {
  return sources.some((source) => {
    if (source.path === piece.path || !isBelow(source, into)) return false
    return source.text.split(`${specifierOf(piece, source)}'`).length - 1 > (source.path === into.path ? 1 : 0)
  })
}

export interface Statement {
  /** Preceding comments. */
  readonly before: string
  /** Whether it directly follows the previous declaration, without an empty line. */
  readonly isTight: boolean
  /** Its `export` keyword; empty if not exported. */
  readonly exported: string
  readonly text: string
  readonly names: readonly string[]
  /** Whether it is evaluated when the file is loaded. */
  readonly isValue: boolean
  /** Exported under another name than its own, which prevents inlining. */
  readonly isRenamed: boolean
}

/** The text of `into` with the piece in it; undefined where names would clash, or the import is of an unusual kind. */
function foldInto(piece: Source, into: Source): string | undefined {
  const inner = read(withImportsOf(into, piece))
  const outer = read(into)
  if (inner === undefined || outer === undefined || inner.statements.some(({ isRenamed }) => isRenamed))
    return undefined
  const link = outer.imports.filter(({ source }) => source === specifierOf(piece, into))
  const [only, ...others] = link
  if (only === undefined || others.length > 0 || only.names === undefined) return undefined
  if (only.names.some(({ imported, local }) => imported !== local)) return undefined
  const imports = mergeImports(
    outer.imports.filter((each) => each !== only),
    inner.imports,
  )
  if (imports === undefined) return undefined
  const named = new Map<string, number>()
  for (const name of [...outer.names, ...inner.names, ...imports.names]) named.set(name, (named.get(name) ?? 0) + 1)
  if ([...named.values()].some((count) => count > 1)) return undefined
  const values = new Set(inner.statements.filter(({ isValue }) => isValue).flatMap(({ names }) => names))
  const isTop = ({ isValue, names }: Statement) => isValue || names.some((name) => values.has(name))
  const pieces = inner.statements.map((statement, at) => ({
    ...statement,
    exported: '',
    before: (at === 0 && inner.head !== '' ? `${inner.head}\n\n` : '') + statement.before,
  }))
  const parts = [
    outer.head,
    imports.text,
    printAll(pieces.filter(isTop)),
    printAll(outer.statements),
    printAll(pieces.filter((each) => !isTop(each))),
  ]
  return `${parts.filter(Boolean).join('\n\n')}\n`
}

export function printAll(statements: readonly Statement[]): string {
  return statements
    .map(
      ({ before, exported, text, isTight }, at) =>
        `${at === 0 ? '' : isTight ? '\n' : '\n\n'}${before}${exported}${text}`,
    )
    .join('')
}

/** The specifier of one file in another. */
function specifierOf({ path }: Source, from: Source): string {
  const way = relative(dirname(from.path), path)
  return way.startsWith('.') ? way : `./${way}`
}

/** The module with its imports rewritten for its new location. */
function withImportsOf(into: Source, piece: Source): Source {
  if (dirname(into.path) === dirname(piece.path)) return piece
  const text = piece.text.replaceAll(importPattern, (whole: string, one?: string, other?: string) => {
    const specifier = one ?? other ?? ''
    if (!specifier.startsWith('.')) return whole
    const path = normalize(join(dirname(piece.path), specifier))
    return whole.replace(`'${specifier}'`, `'${specifierOf({ ...piece, path }, into)}'`)
  })
  return { ...piece, text }
}

export interface Import {
  readonly source: string
  readonly text: string
  /** Undefined for a default or namespace import, or one for its side effects. */
  readonly names: readonly { readonly imported: string; readonly local: string; readonly isType: boolean }[] | undefined
  readonly locals: readonly string[]
}

export interface Read {
  readonly head: string
  readonly imports: readonly Import[]
  readonly statements: readonly Statement[]
  /** Names that the file declares, without duplicates. */
  readonly names: readonly string[]
}

/** Parses a file; undefined where it contains something that cannot be moved as text. */
export function read({ path, text }: Source): Read | undefined {
  const { program } = parseSync(path, text)
  const imports: Import[] = []
  const statements: Statement[] = []
  let head = ''
  let end = 0
  for (const node of program.body) {
    const nodeEnd = node.end + (/^[ \t]*\/\/[^\n]*/.exec(text.slice(node.end))?.[0].length ?? 0)
    const gap = text.slice(end, node.start)
    const statement = readStatement(node, { gap, text: text.slice(node.start, nodeEnd) })
    if (node.type === 'ImportDeclaration' && statements.length === 0) {
      if (imports.length === 0) head = gap.trim()
      imports.push(readImport(node, (imports.length === 0 ? '' : leadOf(gap)) + text.slice(node.start, nodeEnd)))
    } else if (statement === undefined) return undefined
    else statements.push(statement)
    end = nodeEnd
  }
  if (text.slice(end).trim() !== '') return undefined
  return { head, imports, statements, names: [...new Set(statements.flatMap(({ names }) => names))] }
}

function leadOf(gap: string): string {
  return gap.trim() === '' ? '' : `${gap.trim()}\n`
}

function readStatement(
  node: Program['body'][number],
  { gap, text }: { readonly gap: string; readonly text: string },
): Statement | undefined {
  const declared = declaredBy(node)
  if (declared === undefined) return undefined
  const exported = node.type === 'ExportNamedDeclaration' && node.declaration ? node.declaration.start - node.start : 0
  return {
    ...declared,
    before: leadOf(gap),
    isTight: !/\n\s*\n/.test(gap),
    exported: text.slice(0, exported),
    text: text.slice(exported),
  }
}

function readImport(node: ImportDeclaration, text: string): Import {
  const named = node.specifiers.flatMap((specifier) =>
    specifier.type === 'ImportSpecifier' && specifier.imported.type === 'Identifier'
      ? [
          {
            imported: specifier.imported.name,
            local: specifier.local.name,
            isType: node.importKind === 'type' || specifier.importKind === 'type',
          },
        ]
      : [],
  )
  const isPlain = named.length === node.specifiers.length && named.length > 0 && node.attributes.length === 0
  return {
    source: node.source.value,
    text,
    names: isPlain ? named : undefined,
    locals: node.specifiers.map(({ local }) => local.name),
  }
}

/** Functions and types may be in any order; everything else has to precede its uses. */
const movable: readonly string[] = [
  'FunctionDeclaration',
  'TSDeclareFunction',
  'TSInterfaceDeclaration',
  'TSTypeAliasDeclaration',
]

function declaredBy(node: Program['body'][number]): Pick<Statement, 'names' | 'isValue' | 'isRenamed'> | undefined {
  if (node.type === 'ExportNamedDeclaration') {
    if (node.declaration !== null) return declaredBy(node.declaration)
    return node.source === null ? { names: [], isValue: true, isRenamed: true } : undefined
  }
  if (node.type === 'ExportDefaultDeclaration') return { names: namesIn(node), isValue: true, isRenamed: true }
  if (node.type === 'ExpressionStatement') return { names: [], isValue: true, isRenamed: false }
  const ids =
    node.type === 'VariableDeclaration' ? node.declarations.map(({ id }) => id) : 'id' in node ? [node.id] : []
  const names = ids.flatMap((id) => (id?.type === 'Identifier' ? [id.name] : []))
  return names.length > 0 && names.length === ids.length
    ? { names, isValue: !movable.includes(node.type), isRenamed: false }
    : undefined
}

function namesIn({ declaration }: ExportDefaultDeclaration): readonly string[] {
  return declaration.type === 'FunctionDeclaration' && declaration.id !== null ? [declaration.id.name] : []
}

/** Merges two lists of imports; undefined where one name would have two meanings. */
export function mergeImports(
  outer: readonly Import[],
  inner: readonly Import[],
): { readonly text: string; readonly names: readonly string[]; readonly merged: readonly Import[] } | undefined {
  const merged = [...outer]
  for (const each of inner) {
    const at = merged.findIndex(
      ({ source, names }) => source === each.source && (names === undefined) === (each.names === undefined),
    )
    const same = merged[at]
    if (same === undefined) merged.push(each)
    else if (same.names === undefined || each.names === undefined) {
      if (same.text !== each.text) merged.push(each)
    } else merged[at] = joinImports(same, same.names, each.names)
  }
  const names = merged.flatMap(({ locals }) => locals)
  if (new Set(names).size < names.length) return undefined
  return { text: merged.map(({ text }) => text).join('\n'), names, merged }
}

type Names = NonNullable<Import['names']>

function joinImports({ source }: Import, one: Names, other: Names): Import {
  const byName = new Map(one.map((name) => [`${name.imported} as ${name.local}`, name]))
  for (const name of other) {
    const key = `${name.imported} as ${name.local}`
    const known = byName.get(key)
    byName.set(key, { ...name, isType: name.isType && (known?.isType ?? true) })
  }
  const names = [...byName.values()]
  const isAllType = names.every(({ isType }) => isType)
  const list = names.map(({ imported, local, isType }) => {
    const name = imported === local ? local : `${imported} as ${local}`
    return isType && !isAllType ? `type ${name}` : name
  })
  const text = `import ${isAllType ? 'type ' : ''}{ ${list.join(', ')} } from '${source}'`
  return { source, text, names, locals: names.map(({ local }) => local) }
}
