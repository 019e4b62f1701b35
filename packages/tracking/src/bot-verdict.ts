import { isbot } from 'isbot'
import type { BotVerdict } from './collected-event.ts'

/** The headers of a request, without any that identify its sender. Names are in lower case. */
export type RequestSigns = Readonly<Record<string, string | readonly string[] | undefined>>

/** A verdict with the kinds of signals behind it. */
export interface Judgement {
  readonly bot: BotVerdict
  readonly reasons: readonly string[]
}

const human: Judgement = { bot: 'no', reasons: [] }
const mostKnown = 2_000
/** The list of crawlers is long, and most visitors share a few hundred browsers. */
const known = new Map<string, boolean>()

/** The signals in a request alone; see {@link judge}. */
export function readSigns(headers: RequestSigns): {
  readonly always: readonly string[]
  readonly secure: readonly string[]
} {
  const browser = text(headers['user-agent'])
  const always: string[] = []
  if (browser === '' || isCrawler(browser)) always.push('declared')
  if (text(headers['accept-language']) === '') always.push('no_language')
  if (isPrefetch(headers)) always.push('prefetch')
  const isBare = /\bChrom(?:e|ium)\/\d/.test(browser) && headers['sec-ch-ua'] === undefined
  return { always, secure: isBare && headers['sec-fetch-site'] === undefined ? ['no_hints'] : [] }
}

/** Two independent kinds of signals make a bot, one a suspect (attribution.md §21). Marked, not dropped. */
export function judge(
  signs: ReturnType<typeof readSigns>,
  event: { readonly url?: string | undefined; readonly webdriver?: boolean | undefined },
): Judgement {
  // Browsers send client hints over HTTPS only.
  const isSecure = event.url?.startsWith('https:') ?? false
  if (event.webdriver !== true && signs.always.length === 0 && !(isSecure && signs.secure.length > 0)) return human
  const reasons = [...signs.always, ...(isSecure ? signs.secure : []), ...(event.webdriver ? ['webdriver'] : [])]
  return { bot: reasons.length > 1 ? 'bot' : 'suspect', reasons }
}

function isCrawler(browser: string): boolean {
  const before = known.get(browser)
  if (before !== undefined) return before
  if (known.size >= mostKnown) known.clear()
  const isOne = isbot(browser)
  known.set(browser, isOne)
  return isOne
}

function isPrefetch(headers: RequestSigns): boolean {
  return ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'].some((name) =>
    /prefetch|preview|prerender/i.test(text(headers[name])),
  )
}

function text(value: string | readonly string[] | undefined): string {
  return typeof value === 'string' ? value : (value?.join(', ') ?? '')
}
