import { addDecimals } from '@tillsight/core'
import type { TaggedAds } from '@tillsight/domain'
import type { AdPlatform } from '@tillsight/platforms'
import { href } from 'react-router'
import { dayText, figureText, shareText } from '../../format/index.ts'
import type { Say } from '../../language/index.ts'
import type { ShopServices } from '../../services.ts'
import { type AdVerdict, auditAd, type TagState } from './audit-ad.ts'
import { tagStates, toTagState } from './audit-words.ts'
import { unfilledTodo } from './unfilled-words.ts'
import { pageWords } from './words.server.ts'
import type { WordKey } from './words.ts'

type Ad = TaggedAds['ads'][number]

/** An ad with the result of its audit. */
export interface AuditLine extends AdVerdict {
  readonly key: string
  readonly name: string
  readonly place: string
  readonly spend: string
  readonly tags: string
  readonly managerUrl: string | null
}

/** Data of the audit card. */
export interface AuditModel {
  readonly since: string
  /** Link to the export. */
  readonly fileTo: string
  readonly shown: TagState | undefined
  readonly counts: readonly { readonly state: TagState; readonly count: number; readonly spend: string }[]
  readonly lines: readonly AuditLine[]
  /** Number of ads that were not audited. */
  readonly unseen: number
  /** Null without paid visits. */
  readonly visits: {
    readonly paid: string
    readonly atAd: string
    readonly atCampaign: string
    readonly withClickId: string
  } | null
}

/** Visits whose URL has unfilled macros. */
export interface UnfilledModel {
  readonly since: string
  readonly visits: number
  readonly lines: readonly {
    readonly key: string
    /** `utm_id={{campaign.id}}` */
    readonly text: string
    readonly visits: string
    readonly todo: string
  }[]
}

/** The audit, and the unfilled macros of visits; undefined where there were none. */
interface TagsModel {
  readonly audit: AuditModel
  readonly unfilled: UnfilledModel | undefined
}

/** Audits the tags of all ads of a platform that are active or had spend; `ads` in the address filters the list. */
export async function loadAudit(
  services: ShopServices,
  platform: AdPlatform,
  params: URLSearchParams,
): Promise<TagsModel> {
  const tagged = await services.run('tracking.ads', { platform: platform.id })
  const audit = toAudit(services, platform, { tagged, params })
  return { audit, unfilled: toUnfilled(tagged, platform, services.shop.display) }
}

function toUnfilled({ from, unfilled }: TaggedAds, platform: AdPlatform, display: Display): TagsModel['unfilled'] {
  const { visits, parameters } = unfilled
  if (visits === 0) return undefined
  return {
    since: dayText(from, display.language),
    visits,
    lines: parameters.map((parameter) => ({
      key: `${parameter.name}=${parameter.found}`,
      text: `${parameter.name}=${parameter.found}`,
      visits: figureText(parameter.visits, 'count', display),
      todo: unfilledTodo(parameter, platform.tracking, pageWords.say(display.language)),
    })),
  }
}

function toAudit(
  services: ShopServices,
  platform: AdPlatform,
  { tagged, params }: { readonly tagged: TaggedAds; readonly params: URLSearchParams },
): AuditModel {
  const { ads, count, from, visits } = tagged
  const { display, domain } = services.shop
  const say = pageWords.say(display.language)
  const judged = ads.map((ad) => ({ ad, verdict: auditAd(ad, platform.tracking, say) }))
  const shown = toTagState(params.get('ads'))
  const states = Object.keys(tagStates).flatMap((state) => toTagState(state) ?? [])
  const share = (part: number) => shareText(part, visits.paid, display)
  return {
    since: dayText(from, display.language),
    fileTo: href('/shop/:domain/tracking/:platform/ads.csv', { domain, platform: platform.id }),
    shown,
    counts: states.map((state) => {
      const found = judged.filter(({ verdict }) => verdict.state === state)
      return {
        state,
        count: found.length,
        spend: spendText(
          found.map(({ ad }) => ad),
          display,
        ),
      }
    }),
    lines: judged
      .filter(({ verdict }) => shown === undefined || verdict.state === shown)
      .map(({ ad, verdict }) => ({ ...verdict, ...lineOf(ad, display, say) })),
    unseen: Math.max(0, count - ads.length),
    visits:
      visits.paid === 0
        ? null
        : {
            paid: figureText(visits.paid, 'count', display),
            atAd: share(visits.ad),
            atCampaign: share(visits.ad + visits.adSet + visits.campaign),
            withClickId: share(visits.withClickId),
          },
  }
}

type Display = ShopServices['shop']['display']

function lineOf(ad: Ad, display: Display, say: Say<WordKey>): Omit<AuditLine, keyof AdVerdict> {
  return {
    key: `${ad.accountId}/${ad.adId}`,
    name: ad.name === '' ? say('audit.adNamed', { id: ad.adId }) : ad.name,
    place: ad.campaignName === '' ? ad.campaignId : ad.campaignName,
    spend: ad.currency === '' ? figureText(null, 'money', display) : moneyOf(ad.spend, ad.currency, display),
    tags: ad.urlTags,
    managerUrl: ad.managerUrl,
  }
}

/** Spend in different currencies is not added up. */
function spendText(ads: readonly Ad[], display: Display): string {
  const byCurrency = Map.groupBy(
    ads.filter(({ currency }) => currency !== ''),
    ({ currency }) => currency,
  )
  return [...byCurrency]
    .map(([currency, spent]) => moneyOf(addDecimals(spent.map(({ spend }) => spend)), currency, display))
    .join(' + ')
}

function moneyOf(amount: string, currency: string, display: Display): string {
  return figureText(amount, 'money', { ...display, currency })
}
