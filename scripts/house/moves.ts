import { basename, dirname, join, normalize, relative } from 'node:path'
import { importPattern, type Source } from './sources.ts'

/**
 * New paths of files when the given files or folders are moved; unchanged ones are left out. The most specific move of a file
 * or folder wins.
 */
export function movePaths(
  paths: readonly string[],
  options: readonly (readonly [from: string, to: string])[],
): ReadonlyMap<string, string> {
  const nearest = options.toSorted(([one], [other]) => other.length - one.length)
  return new Map(
    paths.flatMap((path) => {
      const [from, to] = nearest.find(([from]) => path === from || path.startsWith(`${from}/`)) ?? []
      return from === undefined ? [] : [[path, to + path.slice(from.length)] as const]
    }),
  )
}

/** Files with changed text, by their new paths. */
export function rewriteImports(
  sources: readonly Source[],
  moves: ReadonlyMap<string, string>,
): readonly { readonly path: string; readonly text: string }[] {
  return sources.flatMap((source) => {
    const path = moves.get(source.path) ?? source.path
    const text = source.text.replaceAll(
      importPattern,
      (whole: string, one: string | undefined, other: string | undefined) => {
        const specifier = one ?? other ?? ''
        if (specifier.startsWith(routeTypes)) {
          const typesOf = (file: string): string => routeTypes + basename(file).replace(/x$/, '')
          return specifier === typesOf(source.path) ? whole.replace(`'${specifier}'`, `'${typesOf(path)}'`) : whole
        }
        const target = normalize(join(dirname(source.path), specifier))
        if (!specifier.startsWith('.')) return whole
        const now = relative(dirname(path), moves.get(target) ?? target)
        const written = now.startsWith('.') ? now : `./${now}`
        return written === specifier ? whole : whole.replace(`'${specifier}'`, `'${written}'`)
      },
    )
    const written = source.path === routeTable ? rewriteRoutes(text, moves) : text
    return written === source.text ? [] : [{ path, text: written }]
  })
}

const routeTable = 'app/routes.ts'
/** The router generates a route's types in a folder beside it, by the route's name. */
const routeTypes = './+types/'

function rewriteRoutes(text: string, moves: ReadonlyMap<string, string>): string {
  const folder = dirname(routeTable)
  return text.replaceAll(/'([\w/.-]+\.tsx?)'/g, (whole, path: string) => {
    const now = moves.get(join(folder, path))
    return now === undefined ? whole : `'${relative(folder, now)}'`
  })
}
