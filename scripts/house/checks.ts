import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseSync, type TSAsExpression, Visitor } from 'oxc-parser'
import { isRoute, mostRouteLines } from './fold.ts'
import { findCycles, importsOf, isTest, listFiles, readModuleGraph, readSources, type Source } from './sources.ts'

/** Budgets that the linter cannot check; function length, branches and parameters are its rules. */
export function checkBudgets(root: string): string[] {
  const sources = readSources(root)
  const code = sources.filter((source) => !isTest(source.path))
  return [
    ...percentile({ name: 'file length', values: code.map((source) => source.lines.length), share: 0.9, limit: 220 }),
    ...routeFiles(code),
    ...casts(code),
    ...undescribedExports(code),
    ...forbiddenNames(sources),
    ...moduleMocks(sources),
    ...simulatorsInProduct(code),
  ]
}

interface Budget {
  readonly name: string
  readonly values: readonly number[]
  readonly share: number
  readonly limit: number
}

function percentile({ name, values, share, limit }: Budget): string[] {
  const sorted = values.toSorted((a, b) => a - b)
  const value = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return value <= limit ? [] : [`${name}: ${share * 100} % are at or below ${value}, the budget is ${limit}.`]
}

function routeFiles(code: readonly Source[]): string[] {
  return code
    .filter((source) => isRoute(source.path) && source.lines.length > mostRouteLines)
    .map(
      (source) =>
        `${source.path} has ${source.lines.length} lines; a route reads parameters, calls one verb and renders one page: ${mostRouteLines} at most.`,
    )
}

function casts(code: readonly Source[]): string[] {
  const lines = code.reduce((sum, source) => sum + source.lines.length, 0)
  const found = code.flatMap((source) => castsOf(source).map(() => source.path))
  const limit = Math.ceil(lines / 1000)
  return found.length <= limit
    ? []
    : [`casts: ${found.length} in ${lines} lines, the budget is ${limit}. Most: ${most(found)}`]
}

/** Parses only lines that may contain a cast: the word is far more common in prose. */
function castsOf({ path, text, lines }: Source): TSAsExpression[] {
  const mayHold = lines.some(
    (line) =>
      !/^\s*(?:\/\/|\/?\*|import|export)/.test(line) &&
      /[\w)\]}'"] as (?!const\b)[\w{[(]/.test(line.replaceAll(/(['"`]).*?\1/g, "''")),
  )
  const casts: TSAsExpression[] = []
  if (!mayHold) return casts
  const isConst = ({ typeAnnotation: type }: TSAsExpression) =>
    type.type === 'TSTypeReference' && type.typeName.type === 'Identifier' && type.typeName.name === 'const'
  new Visitor({ TSAsExpression: (cast) => void (isConst(cast) || casts.push(cast)) }).visit(
    parseSync(path, text).program,
  )
  return casts
}

function most(paths: readonly string[]): string {
  const counts = Map.groupBy(paths, (path) => path)
  return [...counts]
    .map(([path, hits]) => ({ path, hits: hits.length }))
    .toSorted((a, b) => b.hits - a.hits)
    .slice(0, 5)
    .map(({ path, hits }) => `${path} (${hits})`)
    .join(', ')
}

/** Every export needs a doc comment. */
function undescribedExports(code: readonly Source[]): string[] {
  return code
    .filter((source) => /^packages\/[^/]+\/src\//.test(source.path))
    .flatMap((source) =>
      source.lines.flatMap((line, index) => {
        const name = /^export (?:async )?(?:abstract )?(?:function|class|interface|type) (\w+)/.exec(line)?.[1]
        if (name === undefined || isDescribed(source, index)) return []
        return [`${source.path}:${index + 1} exports ${name} without a sentence that says what it is.`]
      }),
    )
}

function isDescribed(source: Source, index: number): boolean {
  const before = source.lines[index - 1]?.trim() ?? ''
  // Schema and type share a name and one description.
  return (
    before.endsWith('*/') ||
    before.startsWith('//') ||
    /^export type (\w+) = z\.(?:infer|output|input)</.test(source.lines[index] ?? '')
  )
}

function forbiddenNames(sources: readonly Source[]): string[] {
  return sources
    .filter((source) =>
      source.path
        .split('/')
        .some((part) => /^(?:utils?|helpers?|misc|common|shared|lib|manager|base|new|v2)(?:\.|$)/.test(part)),
    )
    .map((source) => `${source.path}: the name says nothing about what is inside.`)
}

function moduleMocks(sources: readonly Source[]): string[] {
  return sources
    .filter((source) => /\bmock\.module\(|\b(?:vi|jest)\.mock\(/.test(source.text))
    .map((source) => `${source.path} mocks a module: fakes stand at the network edge.`)
}

function simulatorsInProduct(code: readonly Source[]): string[] {
  return code
    .filter(({ path }) => /^(?:packages|server|app)\//.test(path) && !/\.testing\.|\/testing(?:\.|\/)/.test(path))
    .filter((source) => importsOf(source).some((specifier) => specifier.includes('simulators/')))
    .map(({ path }) => `${path} imports a simulator: what runs in production needs none.`)
}

const link = /\]\((?!https?:|#|mailto:)([^)#\s]+)(?:#[^)]*)?\)/g
const path = /`((?:app|server|packages|simulators|demo|e2e|docs|scripts|bench)\/[\w@./-]+\.\w+)`/g

/** Finds broken links and paths in documents. */
export function checkCitedPaths(root: string): string[] {
  return listFiles(root, ['.md']).flatMap((document) => {
    const text = readFileSync(join(root, document), 'utf8')
    const links = [...text.matchAll(link)].map(([, target = '']) => ({ target, file: join(dirname(document), target) }))
    const paths = [...text.matchAll(path)].map(([, target = '']) => ({ target, file: target }))
    return [...links, ...paths]
      .filter(({ file }) => !existsSync(join(root, file)))
      .map(({ target }) => `${document} names ${target}, which does not exist.`)
  })
}

/** Import cycles between our files, type-only ones included: the linter sees only those that run. */
export function checkCycles(root: string): string[] {
  return findCycles(readModuleGraph(root, readSources(root))).map(
    (cycle) => `${cycle.join(' → ')}: one of these imports has to go; move what both need below them.`,
  )
}

/** Platform builds missing from their own registry; npm installs without them. */
const unpublished = new Set(['@chdb/lib-darwin-arm64', '@chdb/lib-darwin-x64', '@chdb/lib-linux-arm64-gnu'])

interface LockedPackage {
  readonly version?: string
  readonly resolved?: string
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

/** A lock without all platform builds makes `npm ci` fail elsewhere, and a pinned address ties it to one network. */
export function checkLockfile(root: string): string[] {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Readonly<Record<string, LockedPackage>>
  }
  const names = new Set(Object.keys(packages).map((path) => path.slice(path.lastIndexOf('node_modules/') + 13)))
  const missing = Object.entries(packages).flatMap(([path, entry]) =>
    Object.keys(entry.optionalDependencies ?? {})
      .filter((name) => !names.has(name) && !unpublished.has(name))
      .map((name) => `${path} wants ${name}, which the lockfile lacks: install again with a version that has it.`),
  )
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<
    string,
    Record<string, string> | undefined
  >
  const loose = ['dependencies', 'devDependencies', 'optionalDependencies'].flatMap((kind) =>
    Object.entries(manifest[kind] ?? {})
      .filter(([, version]) => /^[\^~*>]/.test(version))
      .map(([name]) => `${name} is not pinned to one version in package.json.`),
  )
  return [...missing, ...loose]
}
