import { href } from 'react-router'

/** What is said about days; it means the same in every shop. */
const periodKeys = ['range', 'from', 'to', 'compare', 'compare_from', 'compare_to', 'align', 'interval'] as const

interface Place {
  readonly pathname: string
  readonly search: string
}

/** The same page and days of another shop. Filters and what is open stay behind: they name things of this one. */
export function shopPath({ pathname, search }: Place, domain: string): string {
  const [, page = ''] = /^\/shop\/[^/]+(\/.*)?$/.exec(pathname) ?? []
  const asked = new URLSearchParams(search)
  const kept = new URLSearchParams(
    periodKeys.flatMap((key) => {
      const value = asked.get(key)
      return value === null ? [] : [[key, value]]
    }),
  ).toString()
  return `${href('/shop/:domain', { domain })}${page}${kept && `?${kept}`}`
}
