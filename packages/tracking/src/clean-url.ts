import { clickIds } from '@tillsight/attribution'

/** Tags of campaigns, and ids of ads as our own templates, other tools' and the platforms' write them. */
const tags =
  /^(?:utm_\w{1,40}|ts_\w{1,40}|hx_\w{1,40}|campaign_?id|adset_?id|ad_?group_?id|ad_?id|gad_source|gad_campaignid)$/
const clickNames = new Set(clickIds.map(({ parameter }) => parameter))
const mailbox = /[^/@=&?]+(?:@|%40)[^/@=&?]+\.[a-z]{2,}/gi
const longestUrl = 2000

/**
 * The address as it may be kept: path, tags of campaigns, ids of ads and, if `clicks` may be kept, click ids
 * (attribution.md §2.7). Everything else that a query may hold is dropped, and so are addresses of people.
 */
export function cleanUrl(url: string, clicks: boolean): string {
  if (url === '') return ''
  const parsed = URL.parse(url.trim())
  if (parsed === null || (parsed.protocol !== 'https:' && parsed.protocol !== 'http:')) return ''
  const path = withoutMailboxes(parsed.pathname)
  const kept = parsed.search.length < 2 ? '' : keepParameters(parsed.search, clicks)
  return `${parsed.protocol}//${parsed.host}${path}${kept}`.slice(0, longestUrl)
}

/** Where a visit came from: host and path. Apps of Android are kept as they name themselves. */
export function cleanReferrer(referrer: string): string {
  const text = referrer.trim()
  const app = /^android-app:\/\/[\w.]+/.exec(text)?.[0]
  return app ?? cleanUrl(text.replace(/[?#].*$/s, ''), false)
}

function withoutMailboxes(text: string): string {
  return text.includes('@') || text.includes('%40') ? text.replace(mailbox, '*') : text
}

function keepParameters(search: string, clicks: boolean): string {
  const kept = search
    .slice(1)
    .split('&')
    .filter((pair) => {
      const end = pair.indexOf('=')
      const name = (end === -1 ? pair : pair.slice(0, end)).toLowerCase()
      return end < pair.length - 1 && (tags.test(name) || (clicks && clickNames.has(name)))
    })
    .map(withoutMailboxes)
  return kept.length === 0 ? '' : `?${kept.join('&')}`
}
