import { href } from 'react-router'

/** Parameters of the period; they mean the same in every shop. */
const periodKeys = ['range', 'from', 'to', 'compare', 'compare_from', 'compare_to', 'align', 'interval'] as const

interface Place {
  readonly pathname: string
  readonly search: string
}

/** The same page and period of another shop. Filters and open panels are dropped: they refer to this shop. */
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
