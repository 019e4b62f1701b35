import { basename, dirname, join, normalize } from 'node:path'
import { type Import, mergeImports, printAll, type Read, read } from './fold.ts'
import { importPattern, type Source } from './sources.ts'

/** Merges related files of one folder into one text, in the order of their dependencies. */
export function joinFiles(
  paths: readonly string[],
  sources: readonly Source[],
): { readonly text: string } | { readonly problem: string } {
  const byPath = new Map(sources.map((source) => [source.path, source]))
  const parts = new Map<string, Read>()
  for (const path of paths) {
    const source = byPath.get(path)
    const part = source && read(source)
    if (part === undefined) return { problem: `${path} holds something that cannot be moved by its text alone.` }
    parts.set(path, part)
  }
  const isInner = ({ source }: Import) => paths.some((path) => source === `./${basename(path)}`)
  const renamed = [...parts].flatMap(([path, { imports }]) =>
    imports.filter(isInner).flatMap(({ names }) => {
      const isSame = names?.every(({ imported, local }) => imported === local) ?? false
      return isSame ? [] : [path]
    }),
  )
  if (renamed.length > 0) return { problem: `${renamed.join(', ')}: an import of the others has another name there.` }
  const order = inOrder(parts)
  let imports = mergeImports([], [])
  for (const part of order) {
    const outer = part.imports.filter((each) => !isInner(each))
    imports = imports && mergeImports(imports.merged, outer)
  }
  if (imports === undefined) return { problem: 'One name stands for two imports.' }
  const declared = new Map<string, number>()
  for (const name of [...imports.names, ...order.flatMap(({ names }) => names)])
    declared.set(name, (declared.get(name) ?? 0) + 1)
  const twice = [...declared].flatMap(([name, count]) => (count > 1 ? [name] : []))
  if (twice.length > 0) return { problem: `Declared more than once: ${twice.join(', ')}.` }
  const elsewhere = namesTakenFrom(paths, sources)
  // What nobody imports is found by its path: a route, a benchmark, a file that is loaded late. It keeps its exports.
  const imported = new Set(sources.flatMap(({ path, text }) => [...importedPaths(path, text)]))
  const found = new Set([...parts].flatMap(([path, part]) => (imported.has(path) ? [] : [part])))
  const texts = order.map((part) => {
    const { head, statements } = part
    const kept = statements.map((each) => ({
      ...each,
      exported:
        found.has(part) || each.names.some((name) => elsewhere.has(name) || elsewhere.has('*')) ? each.exported : '',
    }))
    return [head, printAll(kept)].filter(Boolean).join('\n\n')
  })
  return { text: `${[imports.text, ...texts].filter(Boolean).join('\n\n')}\n` }
}

/** Sorted so that each follows those it imports. */
function inOrder(parts: ReadonlyMap<string, Read>): readonly Read[] {
  const done = new Set<Read>()
  const visit = (path: string): void => {
    const part = parts.get(path)
    if (part === undefined || done.has(part)) return
    for (const { source } of part.imports) visit(join(dirname(path), source))
    done.add(part)
  }
  for (const path of parts.keys()) visit(path)
  return [...done]
}

function* importedPaths(path: string, text: string): Generator<string> {
  for (const match of text.matchAll(importPattern)) yield normalize(join(dirname(path), match[1] ?? match[2] ?? ''))
}

/** Names that other files import or re-export from the parts; `*` for all. */
function namesTakenFrom(paths: readonly string[], sources: readonly Source[]): ReadonlySet<string> {
  const wanted = new Set(paths)
  const taken = new Set<string>()
  for (const { path, text } of sources) {
    if (wanted.has(path)) continue
    for (const match of text.matchAll(importPattern)) {
      if (!wanted.has(normalize(join(dirname(path), match[1] ?? match[2] ?? '')))) continue
      for (const [name] of match[0].matchAll(/\w+|\*/g)) taken.add(name)
    }
  }
  return taken
}
