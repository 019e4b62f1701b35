import { adPlatforms, findVisited } from '@tillsight/platforms'

/** The connector whose ads belong to a platform as visits name it. Other platforms have none. */
export const adConnectors: Readonly<Record<string, string>> = Object.fromEntries(
  adPlatforms.map(({ id, visits }) => [visits.name, id]),
)

/** The channel that ads of a campaign are of; undefined where its kind says nothing. */
export function channelOfKind(platform: string, kind: string): string | undefined {
  const channel = findVisited(platform)?.visits.channel
  return typeof channel === 'string' ? channel : channel?.[kind.trim().toLowerCase()]
}

/** Whether a campaign's ads cannot be told apart, so that visits are joined with the campaign as a whole. */
export function isOnePiece(platform: string, kind: string): boolean {
  return findVisited(platform)?.visits.wholeKinds?.includes(kind.trim().toLowerCase()) ?? false
}
