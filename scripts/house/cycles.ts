import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { importsOf, readSources } from './sources.ts'

/** Import cycles between our files, type-only ones included: the linter sees only those that run. */
export function checkCycles(root: string): string[] {
  const sources = readSources(root)
  const known = new Set(sources.map((source) => source.path))
  const packages = packageEntries(root)
  const graph = new Map(
    sources.map((source) => [
      source.path,
      importsOf(source).flatMap((specifier) => resolveImport({ from: source.path, specifier, packages, known })),
    ]),
  )
  return findCycles(graph).map(
    (cycle) => `${cycle.join(' → ')}: one of these imports has to go; move what both need below them.`,
  )
}

interface Question {
  readonly from: string
  readonly specifier: string
  readonly packages: ReadonlyMap<string, string>
  readonly known: ReadonlySet<string>
}

function resolveImport({ from, specifier, packages, known }: Question): string[] {
  const target = specifier.startsWith('.')
    ? normalize(join(dirname(from), specifier))
    : specifier.startsWith('~/')
      ? join('app', specifier.slice(2))
      : packages.get(specifier)
  if (target === undefined) return []
  return [target, `${target}.ts`, `${target}.tsx`].filter((path) => known.has(path)).slice(0, 1)
}

function packageEntries(root: string): Map<string, string> {
  const entries = new Map<string, string>()
  for (const name of [
    'core',
    'supervisor',
    'attribution',
    'tracking',
    'metrics',
    'connectors',
    'database',
    'warehouse',
    'domain',
    'auth',
    'pixel',
  ]) {
    const manifest = join(root, 'packages', name, 'package.json')
    if (!existsSync(manifest)) continue
    const { exports } = JSON.parse(readFileSync(manifest, 'utf8')) as { exports: Record<string, string> }
    for (const [key, file] of Object.entries(exports)) {
      entries.set(`@tillsight/${name}${key.slice(1)}`, normalize(join('packages', name, file)))
    }
  }
  return entries
}

/** Depth-first search; reports each cycle once, at the edge that closes it. */
function findCycles(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const state = new Map<string, 'open' | 'done'>()
  const trail: string[] = []
  const cycles: string[][] = []
  const visit = (file: string): void => {
    state.set(file, 'open')
    trail.push(file)
    for (const next of graph.get(file) ?? []) {
      if (state.get(next) === 'open') cycles.push([...trail.slice(trail.indexOf(next)), next])
      else if (!state.has(next)) visit(next)
    }
    trail.pop()
    state.set(file, 'done')
  }
  for (const file of graph.keys()) if (!state.has(file)) visit(file)
  return cycles
}
