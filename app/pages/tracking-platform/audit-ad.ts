import type { TemplateParameter, TrackingTemplate } from '@tillsight/platforms'
import type { Say } from '../../language/index.ts'
import { findParameter, type Pairs, readPairs } from './read-pairs.ts'
import type { WordKey } from './words.ts'

/** `tagged`: its orders will name it · `wrong`: tags that will not work · `no_ids`: tags without ids · `untagged`: none. */
export type TagState = 'tagged' | 'wrong' | 'no_ids' | 'untagged'

/** An ad's tracking parameters, and its correct ids. */
export interface AuditedAd {
  readonly landingUrl: string
  readonly urlTags: string
  readonly campaignId: string
  readonly adSetId: string
  readonly adId: string
}

/** Result of auditing an ad's tags. */
export interface AdVerdict {
  readonly state: TagState
  /** Errors and their fixes, one sentence each; empty when there are none. */
  readonly problems: readonly string[]
}

/** Audits an ad's tags against its platform's template; other tools' names for the ids are accepted. */
export function auditAd(ad: AuditedAd, { parameters, macro }: TrackingTemplate, say: Say<WordKey>): AdVerdict {
  const tags = URL.parse(ad.landingUrl) ? ad.landingUrl : 'https://unknown.invalid/'
  const behind = ad.urlTags.includes('{lpurl}') ? ad.urlTags.slice(ad.urlTags.indexOf('{lpurl}') + 7) : ad.urlTags
  // The platform appends its own part last, so it wins when a name occurs twice.
  const pairs = [...new URLSearchParams(behind.replace(/^[?&]/, '')), ...(readPairs(tags) ?? [])]
  const needed = parameters.filter(({ isNeeded }) => isNeeded)
  const ids = needed.filter(({ value }) => macro.test(value))
  const found = ids.map((parameter) => judge(parameter, { pairs, ad, macro, say }))
  const problems = found.flatMap(({ problem }) => problem ?? [])
  if (found.every(({ kind }) => kind === 'right')) return { state: 'tagged', problems: [] }
  if (found.some(({ kind }) => kind === 'wrong')) return { state: 'wrong', problems }
  if (found.some(({ kind }) => kind === 'right')) return { state: 'no_ids', problems }
  const isTagged = pairs.some(([name]) => /^utm_/i.test(name))
  return isTagged ? { state: 'no_ids', problems } : { state: 'untagged', problems: [say('problem.none')] }
}

interface Judged {
  readonly kind: 'right' | 'wrong' | 'missing'
  readonly problem?: string
}

interface Context {
  readonly pairs: Pairs
  readonly ad: AuditedAd
  readonly macro: RegExp
  readonly say: Say<WordKey>
}

function judge(parameter: TemplateParameter, { pairs, ad, macro, say }: Context): Judged {
  const { name, value } = parameter
  const found = findParameter(name, pairs)
  if (found === undefined || found === '')
    return { kind: 'missing', problem: say('problem.missing', { parameter: `${name}=${value}` }) }
  if (found === value) return { kind: 'right' }
  if (macro.test(found) || /[{}]|^_+[A-Z_]+_+$/.test(found)) {
    return { kind: 'wrong', problem: say('problem.macro', { name, found, value }) }
  }
  if (found === ownId(name, ad)) return { kind: 'right' }
  return { kind: 'wrong', problem: say('problem.foreign', { name, found, value }) }
}

function ownId(name: string, ad: AuditedAd): string | undefined {
  return { utm_id: ad.campaignId, ts_as: ad.adSetId, ts_ad: ad.adId }[name]
}
