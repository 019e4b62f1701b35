/** Ids of the ad in a landing address; empty where absent. */
export interface AdIds {
  readonly campaignId: string
  readonly adSetId: string
  readonly adId: string
  /** Names of parameters whose placeholder the platform did not replace. */
  readonly unresolved: readonly string[]
}

/** Parameter names of each id, starting with the one our own templates use. */
const names = {
  campaignId: ['utm_id', 'campaign_id', 'campaignid', 'gad_campaignid'],
  adSetId: ['ts_as', 'adset_id', 'adgroup_id', 'adgroupid'],
  adId: ['ts_ad', 'ad_id'],
} as const

/** Parameters whose placeholders a platform replaces. */
const replaced = /^(?:utm_|ts_)|^(?:campaign|adset|adgroup|ad)_?id$/
const placeholder = /\{\{[^}]*\}\}|^\{[a-z_]+\}$|^__?[A-Z]+(?:_[A-Z]+)*__?$/i

/** Both as regular expressions for code elsewhere; to be matched without regard to case. */
export const placeholderPatterns = { name: replaced.source, value: placeholder.source } as const

/** Whether a value is a placeholder such as `{{ad.id}}`, `{campaignid}` or `__CID__`: an ad was set up wrongly. */
export function isPlaceholder(value: string): boolean {
  return placeholder.test(value.trim())
}

/** Reads the ad ids from an address's parameters (names in lower case). A placeholder is not an id. */
export function readAdIds(parameters: ReadonlyMap<string, string>): AdIds {
  const read = (among: readonly string[]): string => {
    for (const name of among) {
      const value = parameters.get(name)?.trim() ?? ''
      if (value !== '' && !isPlaceholder(value)) return value
    }
    return ''
  }
  const unresolved = [...parameters]
    .filter(([name, value]) => replaced.test(name) && isPlaceholder(value))
    .map(([name]) => name)
  return {
    campaignId: read(names.campaignId),
    adSetId: read(names.adSetId),
    adId: read(names.adId),
    unresolved,
  }
}
