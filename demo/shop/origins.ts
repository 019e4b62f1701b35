import type { StoreMeta } from '../../simulators/index.ts'
import type { Random } from './random.ts'

type Origin = Readonly<Record<string, string>>

const shop = 'https://nordlicht-kontor.example'
const campaigns = ['herbst-2', 'winterwolle', 'teezeit', 'marke', 'retargeting']

/** The metadata of the store's own order attribution; empty if scripts were blocked or no browser was used. */
export function originMeta(random: Random, createdVia: string): StoreMeta[] {
  if (createdVia === 'admin') return toMeta({ source_type: 'admin' })
  if (createdVia === 'rest-api' || random.chance(0.12)) return []
  const origin = random.weighted<Origin>([
    [paid(random, { source: 'google', medium: 'cpc', clickId: 'gclid' }), 24],
    [paid(random, { source: 'facebook', medium: 'paid_social', clickId: 'fbclid' }), 22],
    [paid(random, { source: 'tiktok', medium: 'paid_social', clickId: 'ttclid' }), 8],
    [
      { source_type: 'organic', utm_source: 'google', referrer: 'https://www.google.com/', session_entry: `${shop}/` },
      18,
    ],
    [{ source_type: 'typein', utm_source: '(direct)', session_entry: `${shop}/` }, 14],
    [newsletter, 8],
    [
      {
        source_type: 'referral',
        utm_source: 'teeblog.example',
        referrer: 'https://teeblog.example/kluntje',
        session_entry: `${shop}/produkt/kandis/`,
      },
      6,
    ],
  ])
  return toMeta({
    ...origin,
    device_type: random.pick(['Desktop', 'Mobile', 'Mobile', 'Tablet']),
    session_pages: String(random.integer(1, 14)),
    session_count: String(random.integer(1, 4)),
  })
}

const newsletter: Origin = {
  source_type: 'utm',
  utm_source: 'newsletter',
  utm_medium: 'email',
  utm_campaign: 'monatspost',
  session_entry: `${shop}/?utm_source=newsletter&utm_medium=email&utm_campaign=monatspost`,
}

function paid(
  random: Random,
  { source, medium, clickId }: { readonly source: string; readonly medium: string; readonly clickId: string },
): Origin {
  const campaign = random.pick(campaigns)
  const query = `utm_source=${source}&utm_medium=${medium}&utm_campaign=${campaign}&${clickId}=demo${random.integer(100_000, 999_999)}`
  return {
    source_type: 'utm',
    utm_source: source,
    utm_medium: medium,
    utm_campaign: campaign,
    session_entry: `${shop}/?${query}`,
  }
}

function toMeta(origin: Origin): StoreMeta[] {
  return Object.entries(origin).map(([key, value]) => ({ key: `_wc_order_attribution_${key}`, value }))
}
