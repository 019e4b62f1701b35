import type { TrackingTemplate } from '@tillsight/platforms'

/** Parameters of an address, unchanged. */
export type Pairs = readonly (readonly [name: string, value: string])[]

/** Other tools' names for the same parameter, which are accepted too. */
export const otherNames: Readonly<Record<string, readonly string[]>> = {
  utm_id: ['campaign_id', 'campaignid'],
  ts_as: ['adset_id', 'adgroup_id', 'adgroupid'],
  ts_ad: ['ad_id', 'creative'],
}

/** Parameters of the query string, and of the fragment, where single-page shops keep them. */
export function readPairs(text: string): Pairs | undefined {
  const address = text.trim()
  const isWhole = /^https?:\/\//i.test(address)
  if (!isWhole && !/^[\w-]+(?:\.[\w-]+)+(?::\d+)?(?:[/?#]|$)/.test(address)) return undefined
  const url = URL.parse(isWhole ? address : `https://${address}`)
  if (!url?.hostname.includes('.')) return undefined
  const behind = url.hash.includes('?') ? url.hash.slice(url.hash.indexOf('?')) : ''
  return [...url.searchParams, ...new URLSearchParams(behind)]
}

/** The value of a parameter, or else of another tool's name for it. */
export function findParameter(name: string, pairs: Pairs): string | undefined {
  const wanted = [name, ...(otherNames[name] ?? [])]
  for (const each of wanted) {
    const found = pairs.find(([key]) => key.toLowerCase() === each)
    if (found) return found[1]
  }
  return undefined
}

/** The text to paste into the platform. */
export function templateText({ parameters }: Pick<TrackingTemplate, 'parameters'>): string {
  return parameters.map(({ name, value }) => `${name}=${value}`).join('&')
}
