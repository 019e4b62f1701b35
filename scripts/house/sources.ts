import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, normalize } from 'node:path'

/** A TypeScript source file, tracked or new. */
export interface Source {
  /** Relative to the root, with forward slashes. */
  readonly path: string
  readonly text: string
  readonly lines: readonly string[]
}

/** Files tracked by git or not ignored, by extension. */
export function listFiles(root: string, endings: readonly string[]): string[] {
  const output = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  return output
    .split('\n')
    .filter((path) => endings.some((ending) => path.endsWith(ending)) && existsSync(join(root, path)))
    .toSorted()
}

/** Our own TypeScript, without generated files. */
export function readSources(root: string): Source[] {
  return listFiles(root, ['.ts', '.tsx'])
    .filter((path) => !path.includes('/generated/'))
    .map((path) => {
      const text = readFileSync(join(root, path), 'utf8')
      return { path, text, lines: text.split('\n') }
    })
}

export function isTest(path: string): boolean {
  return path.includes('.test.') || path.startsWith('e2e/')
}

/** Finds import and export declarations with their module, and dynamic imports; the module is in one of the two groups. */
export const importPattern =
  /(?:^|\n)\s*(?:import|export)\s(?:[^'"`;]*?\sfrom\s)?['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)/g

/** Module specifiers that a file imports or re-exports, types included. */
export function importsOf(source: Source): readonly string[] {
  const known = read.get(source)
  if (known !== undefined) return known
  const found = [...source.text.matchAll(importPattern)].map((match) => match[1] ?? match[2] ?? '')
  read.set(source, found)
  return found
}

const read = new WeakMap<Source, readonly string[]>()

/** The imports of each file, type-only ones included, by path relative to the root. */
export type ModuleGraph = ReadonlyMap<string, readonly string[]>

/** Reads the imports between our own files; external packages are left out. */
export function readModuleGraph(root: string, sources: readonly Source[]): ModuleGraph {
  const known = new Set(sources.map((source) => source.path))
  const entries = packageEntries(root)
  const targetOf = (from: string, specifier: string): string[] => {
    const target = specifier.startsWith('.') ? normalize(join(dirname(from), specifier)) : entries.get(specifier)
    return target !== undefined && known.has(target) ? [target] : []
  }
  return new Map(
    sources.map((source) => [
      source.path,
      [...new Set(importsOf(source).flatMap((specifier) => targetOf(source.path, specifier)))],
    ]),
  )
}

/** The importers of each file. */
export function importersOf(graph: ModuleGraph): ReadonlyMap<string, readonly string[]> {
  const importers = new Map<string, string[]>([...graph.keys()].map((path) => [path, []]))
  for (const [from, targets] of graph) for (const target of targets) importers.get(target)?.push(from)
  return importers
}

/** Depth-first search; reports each cycle once, at its closing edge. */
export function findCycles(graph: ReadonlyMap<string, Iterable<string>>): string[][] {
  const state = new Map<string, 'open' | 'done'>()
  const trail: string[] = []
  const cycles: string[][] = []
  const visit = (node: string): void => {
    state.set(node, 'open')
    trail.push(node)
    for (const next of graph.get(node) ?? []) {
      if (state.get(next) === 'open') cycles.push([...trail.slice(trail.indexOf(next)), next])
      else if (!state.has(next)) visit(next)
    }
    trail.pop()
    state.set(node, 'done')
  }
  for (const node of graph.keys()) if (!state.has(node)) visit(node)
  return cycles
}

/** Entry points of our packages, by import specifier. */
function packageEntries(root: string): ReadonlyMap<string, string> {
  const entries = new Map<string, string>()
  for (const manifest of globSync('packages/*/package.json', { cwd: root })) {
    const folder = dirname(manifest)
    const { exports } = JSON.parse(readFileSync(join(root, manifest), 'utf8')) as { exports: Record<string, string> }
    for (const [key, file] of Object.entries(exports))
      entries.set(`@tillsight/${basename(folder)}${key.slice(1)}`, normalize(join(folder, file)))
  }
  return entries
}
