/** Whether a path fits a pattern: `*` stands for any run of characters, everything else for itself. */
export function fitsPattern(path: string, pattern: string): boolean {
  return toRegex(pattern).test(withoutSlash(path))
}

/** Whether a path fits one of the patterns. */
export function fitsOne(path: string, patterns: readonly string[]): boolean {
  return patterns.some((pattern) => fitsPattern(path, pattern))
}

const known = new Map<string, RegExp>()

function toRegex(pattern: string): RegExp {
  const found = known.get(pattern)
  if (found) return found
  const parts = withoutSlash(pattern)
    .split('*')
    .map((part) => part.replace(/[\\^$.|?+()[\]{}]/g, '\\$&'))
  const regex = new RegExp(`^${parts.join('.*')}$`, 's')
  known.set(pattern, regex)
  return regex
}

/** `/theme/` is `/theme`, as the router sees it. */
function withoutSlash(path: string): string {
  return path.length > 1 ? path.replace(/\/+$/, '') || '/' : path
}
