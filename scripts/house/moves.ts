import { dirname, join, normalize, relative } from 'node:path'
import { importPattern, type Source } from './sources.ts'

/** Where each file goes when the given files or folders are moved; those that stay are left out. */
export function movePaths(
  sources: readonly Source[],
  wishes: readonly (readonly [from: string, to: string])[],
): ReadonlyMap<string, string> {
  return new Map(
    sources.flatMap(({ path }) =>
      wishes
        .filter(([from]) => path === from || path.startsWith(`${from}/`))
        .map(([from, to]) => [path, to + path.slice(from.length)] as const),
    ),
  )
}

/** The files whose text changes, at their new places. */
export function rewriteImports(
  sources: readonly Source[],
  moves: ReadonlyMap<string, string>,
): readonly { readonly path: string; readonly text: string }[] {
  const known = new Set(sources.map(({ path }) => path))
  return sources.flatMap((source) => {
    const path = moves.get(source.path) ?? source.path
    const text = source.text.replaceAll(
      importPattern,
      (whole: string, one: string | undefined, other: string | undefined) => {
        const specifier = one ?? other ?? ''
        const target = normalize(join(dirname(source.path), specifier))
        if (!specifier.startsWith('.') || !known.has(target)) return whole
        const now = relative(dirname(path), moves.get(target) ?? target)
        const written = now.startsWith('.') ? now : `./${now}`
        return written === specifier ? whole : whole.replace(`'${specifier}'`, `'${written}'`)
      },
    )
    return text === source.text ? [] : [{ path, text }]
  })
}
