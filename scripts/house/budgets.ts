import { parseSync, type TSAsExpression, Visitor } from 'oxc-parser'
import { isRoute, mostRouteLines } from './fold.ts'
import { importsOf, isTest, readSources, type Source } from './sources.ts'

/** Budgets of the house that the linter does not know; function length, branches and parameters are its rules. */
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

/** Only lines that may hold one are worth parsing their file for: the word stands in prose far more often. */
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

/** Everything another part can import carries a sentence of its own. */
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
