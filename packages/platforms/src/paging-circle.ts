import { ConnectorError, isConnectorError } from './failures.ts'

const circleCode = 'circle'

/**
 * Notices a list whose pages lead back to one that was read already: following it would never end, and stopping there would
 * take a part for the whole. To be told every cursor before it is followed; throws `transient` for one it knows.
 */
export function noticeCircles(of: { readonly platform: string; readonly what: string }): (cursor: string) => void {
  const followed = new Set<string>()
  return (cursor) => {
    if (followed.has(cursor)) throw circling(of)
    followed.add(cursor)
  }
}

/** Whether a list led back to a page that was read already. */
export function isCircle(error: unknown): boolean {
  return isConnectorError(error) && error.failure.platformCode === circleCode
}

function circling({ platform, what }: { readonly platform: string; readonly what: string }): ConnectorError {
  return new ConnectorError({
    kind: 'transient',
    message: `${platform} led us in a circle while we read ${what}: a page named one as the next that was read already. Nothing of it was kept; it is tried again by itself.`,
    platformCode: circleCode,
    worsens: {
      afterMs: 24 * 3_600_000,
      kind: 'account_state',
      message: `${platform} has led us in a circle for more than a day while we read ${what}, so nothing new of it is read. Write to the support of ${platform}; reading goes on by itself as soon as its pages come to an end.`,
    },
  })
}
