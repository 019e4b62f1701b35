/** The parameters of an address, as they stand in it. */
export type Pairs = readonly (readonly [name: string, value: string])[]

/** Other tools' names of the same thing, which are read as well. */
export const otherNames: Readonly<Record<string, readonly string[]>> = {
  utm_id: ['campaign_id', 'campaignid'],
  ts_as: ['adset_id', 'adgroup_id', 'adgroupid'],
  ts_ad: ['ad_id', 'creative'],
}

/** The query string, and what a single-page shop keeps behind the #. */
export function readPairs(text: string): Pairs | undefined {
  const address = text.trim()
  const isWhole = /^https?:\/\//i.test(address)
  if (!isWhole && !/^[\w-]+(?:\.[\w-]+)+(?::\d+)?(?:[/?#]|$)/.test(address)) return undefined
  const url = URL.parse(isWhole ? address : `https://${address}`)
  if (!url?.hostname.includes('.')) return undefined
  const behind = url.hash.includes('?') ? url.hash.slice(url.hash.indexOf('?')) : ''
  return [...url.searchParams, ...new URLSearchParams(behind)]
}

/** What stands under a parameter's own name, else under another tool's. */
export function findParameter(name: string, pairs: Pairs): string | undefined {
  const wanted = [name, ...(otherNames[name] ?? [])]
  for (const each of wanted) {
    const found = pairs.find(([key]) => key.toLowerCase() === each)
    if (found) return found[1]
  }
  return undefined
}
