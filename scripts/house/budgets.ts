import { importsOf, isTest, readSources, type Source } from './sources.ts'

/** Budgets of the house that the linter does not know; function length, branches and parameters are its rules. */
export function checkBudgets(root: string): string[] {
  const sources = readSources(root)
  const code = sources.filter((source) => !isTest(source.path))
  return [
    ...percentile({ name: 'file length', values: code.map((source) => source.lines.length), share: 0.5, limit: 120 }),
    ...percentile({ name: 'file length', values: code.map((source) => source.lines.length), share: 0.9, limit: 260 }),
    ...percentile({
      name: 'imports in a file',
      values: code.map((source) => importsOf(source).length),
      share: 0.9,
      limit: 10,
    }),
    ...routeFiles(code),
    ...casts(code),
    ...thrownErrors(code),
    ...undescribedExports(code),
    ...forbiddenNames(sources),
    ...moduleMocks(sources),
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
    .filter((source) => source.path.startsWith('app/routes/') && source.lines.length > 80)
    .map(
      (source) =>
        `${source.path} has ${source.lines.length} lines; a route reads parameters, calls one verb and renders one page: 80 at most.`,
    )
}

function casts(code: readonly Source[]): string[] {
  const lines = code.reduce((sum, source) => sum + source.lines.length, 0)
  const found = code.flatMap((source) =>
    source.lines
      .filter(
        (line) =>
          /[\w)\]}'"] as (?!const\b)[A-Z{\w]/.test(line) &&
          !/^\s*(?:\/\/|\*|import|export \{)|\bas [a-z]\w+[,\s}]/.test(line),
      )
      .map(() => source.path),
  )
  const limit = Math.ceil((lines / 1000) * 3)
  return found.length <= limit
    ? []
    : [`casts: ${found.length} in ${lines} lines, the budget is ${limit}. Most: ${most(found)}`]
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

/** A plain error says “cannot happen”; strict indexing wants a few of them said aloud. */
const plainErrorShare = 0.15

function thrownErrors(code: readonly Source[]): string[] {
  // A simulator talks to tests only.
  const product = code.filter(
    (source) => /^(?:packages|server|app)\//.test(source.path) && !source.path.includes('/fake/'),
  )
  const all = product.flatMap((source) => source.text.match(/\bthrow new \w+/g) ?? [])
  const plain = all.filter((text) => text === 'throw new Error')
  return plain.length <= Math.ceil(all.length * plainErrorShare)
    ? []
    : [`plain errors: ${plain.length} of ${all.length} throws, the budget is ${plainErrorShare * 100} %.`]
}

/** Everything another part can import carries a sentence of its own. */
function undescribedExports(code: readonly Source[]): string[] {
  return code
    .filter((source) => /^packages\/[^/]+\/src\//.test(source.path) && !source.path.includes('/fake/'))
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
