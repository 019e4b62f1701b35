import { z } from 'zod'
import type { WebhookDelivery, WebhookHint } from '../contract.ts'
import type { OrderOrigin, OrderVisitRecord } from '../records.ts'
import { parseBody } from './parse-body.ts'
import { toShopDomain } from './shop-domain.ts'
import { toInstant, toOptionalText } from './values.ts'

const longest = 2_000

/** What of an order's announcement the Admin API does not have. */
const Body = z.object({
  created_at: z.iso.datetime({ offset: true }),
  landing_site: z.string().nullish(),
  referring_site: z.string().nullish(),
})

/** Where the buyer landed and came from; undefined for announcements that do not say, such as those of refunds. */
export function readVisit(
  { id }: WebhookHint,
  { body, settings }: Pick<WebhookDelivery, 'body' | 'settings'>,
): OrderVisitRecord | undefined {
  const read = Body.safeParse(parseBody(body))
  if (!read.success) return undefined
  const landing = toOptionalText(read.data.landing_site?.slice(0, longest))
  const referrer = toOptionalText(read.data.referring_site?.slice(0, longest))
  if (landing === null && referrer === null) return undefined
  const origin = toOrigin({ landing, referrer }, settings.primaryDomain ?? toShopDomain(settings.url ?? '') ?? '')
  return { type: 'order_visit', orderId: id, at: toInstant(read.data.created_at), origin }
}

function toOrigin(
  { landing, referrer }: { readonly landing: string | null; readonly referrer: string | null },
  host: string,
): OrderOrigin {
  const url = landing === null ? null : toUrl(landing, host)
  const utm = url === null ? {} : utmOf(url)
  const unnamed = referrer === null ? null : 'referral'
  return {
    sourceType: utm.source === undefined ? unnamed : 'utm',
    referrer,
    landingUrl: url?.href ?? landing,
    utm,
  }
}

/** Shopify gives the path only. */
function toUrl(landing: string, host: string): URL | null {
  const base = `https://${host}`
  return URL.canParse(landing, base) ? new URL(landing, base) : null
}

function utmOf({ searchParams }: URL): Readonly<Record<string, string>> {
  const named = [...searchParams].flatMap(([name, value]) => {
    const found = /^utm_([a-z_]{1,40})$/.exec(name)?.[1]
    return found === undefined || value === '' ? [] : [[found, value.slice(0, 500)] as const]
  })
  return Object.fromEntries(named)
}
