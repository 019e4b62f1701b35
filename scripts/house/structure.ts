import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describeCatalogue } from '@tillsight/metrics'
import { platforms } from '@tillsight/platforms'
import {
  findCycles,
  importersOf,
  importsOf,
  isTest,
  type ModuleGraph,
  readModuleGraph,
  readSources,
  type Source,
} from './sources.ts'

// Structure metrics that may only improve. `ratchet.json` has their current values; a change that adds a capability may raise
// files and lines there, in the same commit, so that its cost is visible.

const ratchetFile = join('scripts', 'house', 'ratchet.json')

type Ratchet = Readonly<Record<string, { readonly today: number; readonly limit: number }>>

interface Measured {
  readonly value: number
  /** The cases that count, for those who want to reduce them. */
  readonly cases: readonly string[]
}

/** Compares the metrics with the recorded values. */
export function checkStructure(root: string): string[] {
  const ratchet = readRatchet(root)
  return Object.entries(measureStructure(root)).flatMap(([name, { value }]) => {
    const today = ratchet[name]?.today ?? 0
    return value <= today
      ? []
      : [`${name}: ${value}, and may be ${today} at most. \`npm run check -- --list "${name}"\` names them.`]
  })
}

/** The cases of a metric. Throws for an unknown name. */
export function listStructure(root: string, name: string): readonly string[] {
  const measured = measureStructure(root)
  const found = measured[name]
  if (found === undefined)
    throw new Error(`There is no figure “${name}”. There are: ${Object.keys(measured).join(', ')}.`)
  return found.cases
}

/** Records improved values; never worse ones. */
export function lowerRatchet(root: string): void {
  const before = readRatchet(root)
  const after = Object.fromEntries(
    Object.entries(measureStructure(root)).map(([name, { value }]) => {
      const { today = value, limit = 0 } = before[name] ?? {}
      return [name, { today: Math.min(today, value), limit }]
    }),
  )
  writeFileSync(join(root, ratchetFile), `${JSON.stringify(after, null, 2)}\n`)
}

function readRatchet(root: string): Ratchet {
  return JSON.parse(readFileSync(join(root, ratchetFile), 'utf8')) as Ratchet
}

function measureStructure(root: string): Readonly<Record<string, Measured>> {
  const sources = readSources(root)
  const code = sources.filter(({ path }) => !isTest(path))
  const graph = readModuleGraph(root, sources)
  const product = new Set(code.filter(({ path }) => !isTestSupport(path)).map(({ path }) => path))
  const singles = [...importersOf(graph)].filter(([path, importers]) => importers.length === 1 && !isTest(path))
  return {
    'source files': { value: code.length, cases: [] },
    'source lines': { value: code.reduce((sum, { lines }) => sum + lines.length - 1, 0), cases: [] },
    'files with one importer, per thousand': {
      value: Math.ceil((singles.length / code.length) * 1000),
      cases: singles.map(([path, [importer]]) => `${path} ← ${importer}`),
    },
    'imports of a file, 90 %': importsOfFiles(code),
    'plain errors, per thousand throws': plainErrors(code),
    'subjects in a cycle': subjectCycles(graph, product),
    'imports past an index.ts': importsPastIndex(graph, product),
    'imports between pages': importsBetweenPages(graph, product),
    'files that know a platform': knowing(
      // Tests and test helpers may name platforms.
      code.filter(({ path }) => !isTestSupport(path)),
      platforms.map(({ id }) => id),
      /^packages\/platforms\/|^(?:simulators|demo|bench|freeze)\/|^server\/demo[.-]/,
    ),
    'files that know a metric': knowing(
      code,
      metricNames(),
      // Costs and the metrics that sum them have the same names.
      /^packages\/(?:metrics|costs)\/src\/|^(?:demo|bench|freeze)\/|\/words\//,
    ),
  }
}

function importsOfFiles(code: readonly Source[]): Measured {
  const counted = code.map((source) => ({ path: source.path, count: importsOf(source).length }))
  const sorted = counted.toSorted((one, other) => other.count - one.count)
  const most = sorted.slice(0, Math.floor(sorted.length * 0.1))
  return { value: most.at(-1)?.count ?? 0, cases: most.map(({ path, count }) => `${path}: ${count}`) }
}

/** Plain errors mean “cannot happen”; strict indexing requires a few of them. */
function plainErrors(code: readonly Source[]): Measured {
  const product = code.filter(({ path }) => /^(?:packages|server|app)\//.test(path))
  const thrown = product.flatMap(({ path, text }) =>
    (text.match(/\bthrow new \w+/g) ?? []).map((error) => ({ path, error })),
  )
  const plain = thrown.filter(({ error }) => error === 'throw new Error')
  return { value: Math.ceil((plain.length / thrown.length) * 1000), cases: plain.map(({ path }) => path) }
}

/** The folder that a file belongs to, directly below a package's `src` or in the app; undefined for files beside them. */
function subjectOf(path: string): string | undefined {
  const [, subject] =
    /^(packages\/[^/]+\/src\/[^/]+)\/./.exec(path) ??
    /^(app\/(?:blocks|pages)\/[^/]+)\/./.exec(path) ??
    /^(app\/[^/]+|server\/[^/]+)\/./.exec(path) ??
    []
  return subject
}

/** Folders that depend on each other, directly or indirectly. */
function subjectCycles(graph: ModuleGraph, product: ReadonlySet<string>): Measured {
  const arrows = new Map<string, Set<string>>()
  for (const [from, to] of edgesBetweenSubjects(graph, product)) {
    const [source, target] = [subjectOf(from) ?? from, subjectOf(to) ?? to]
    arrows.set(source, (arrows.get(source) ?? new Set()).add(target))
    if (!arrows.has(target)) arrows.set(target, new Set())
  }
  const reach = (start: string): ReadonlySet<string> => {
    const seen = new Set<string>()
    const waiting = [...(arrows.get(start) ?? [])]
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (seen.has(next)) continue
      seen.add(next)
      waiting.push(...(arrows.get(next) ?? []))
    }
    return seen
  }
  const tied = [...arrows.keys()].filter(
    (subject) => subjectOf(`${subject}/x`) !== undefined && reach(subject).has(subject),
  )
  return { value: tied.length, cases: [...tied.toSorted(), ...findCycles(arrows).map((cycle) => cycle.join(' → '))] }
}

function edgesBetweenSubjects(
  graph: ModuleGraph,
  product: ReadonlySet<string>,
): readonly (readonly [string, string])[] {
  return [...graph]
    .filter(([from]) => product.has(from))
    .flatMap(([from, targets]) => targets.map((to) => [from, to] as const))
    .filter(([from, to]) => product.has(to) && subjectOf(from) !== subjectOf(to))
}

/** A package's folders are imported through their `index.ts`; so is code shared by several pages. */
function importsPastIndex(graph: ModuleGraph, product: ReadonlySet<string>): Measured {
  const cases = edgesBetweenSubjects(graph, product)
    .filter(([from, to]) => subjectOf(from)?.startsWith('packages/') && subjectOf(to)?.startsWith('packages/'))
    .filter(([, to]) => !/\/index\.tsx?$/.test(to) && dirname(to) !== 'packages')
    .map(([from, to]) => `${from} → ${to}`)
  return { value: cases.length, cases }
}

/** A page is imported by the route table only; code shared with other parts of the app belongs in `app/blocks`. */
function importsBetweenPages(graph: ModuleGraph, product: ReadonlySet<string>): Measured {
  const cases = edgesBetweenSubjects(graph, product)
    .filter(([from, to]) => from.startsWith('app/') && to.startsWith('app/pages/'))
    // The kit shows parts of pages in all their states, for developers.
    .filter(([from]) => !from.startsWith('app/kit/'))
    .map(([from, to]) => `${from} → ${to}`)
  return { value: cases.length, cases }
}

function isTestSupport(path: string): boolean {
  return /[.-]testing\.|\/testing(?:\.|\/)/.test(path)
}

/** Only unambiguous names: `orders` is an ordinary word. */
function metricNames(): readonly string[] {
  const ordinary = /^[a-z]+$/
  return describeCatalogue()
    .metrics.map(({ key }) => key)
    .filter((key) => !ordinary.test(key) || ['ncac', 'mer', 'aov', 'roas'].includes(key))
}

function knowing(code: readonly Source[], names: readonly string[], home: RegExp): Measured {
  const pattern = new RegExp(`\\b(?:${names.join('|')})\\b`)
  const cases = code
    .filter(({ path }) => !home.test(path))
    // Comments may name what they explain.
    .filter(({ lines }) => lines.some((line) => !/^\s*(?:\/\/|\/?\*)/.test(line) && pattern.test(line)))
    .map(({ path }) => path)
  return { value: cases.length, cases }
}
