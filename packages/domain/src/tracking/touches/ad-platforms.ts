/** The connector whose ads belong to a platform as visits name it. Other platforms have none. */
export const adConnectors: Readonly<Record<string, string>> = {
  google: 'googleads',
  meta: 'metaads',
  tiktok: 'tiktokads',
}

const googleKinds: Readonly<Record<string, string>> = {
  search: 'paid_search',
  shopping: 'paid_shopping',
  display: 'display',
  video: 'paid_video',
  'performance max': 'cross_network',
  'demand gen': 'cross_network',
  discovery: 'cross_network',
}

/** The channel that ads of a campaign are of; undefined where its kind says nothing. */
export function channelOfKind(platform: string, kind: string): string | undefined {
  return platform === 'google' ? googleKinds[kind.trim().toLowerCase()] : 'paid_social'
}

/** Whether a campaign's ads cannot be told apart, so that visits are joined with the campaign as a whole. */
export function isOnePiece(platform: string, kind: string): boolean {
  return platform === 'google' && /^performance max$/i.test(kind.trim())
}
