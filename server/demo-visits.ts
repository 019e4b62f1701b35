import { createBuyerHash, listTrackingKeys, run, type ShopContext, writeEvents } from '@tillsight/domain'
import { type CollectedEvent, readConsent, toCollectedEvent } from '@tillsight/tracking'
import { z } from 'zod'
import type { Advertiser } from '../demo/ads/plan.ts'
import type { DemoPlan } from '../demo/plan.ts'
import { demoVisits, type VisitEvent } from '../demo/traffic/index.ts'
import { createProgress } from './cli/output.ts'
import type { Contexts } from './contexts.ts'
import type { Watching } from './demo-history.ts'
import { demoShops } from './demo-shops.ts'

/** Shops with tracked visitors. */
const tracked = ['demo', 'shopify'] as const satisfies readonly Advertiser[]
const eventsAtOnce = 10_000
const lookEveryMs = 20_000

const granted = {
  analytics_storage: 'granted',
  ad_storage: 'granted',
  ad_user_data: 'granted',
  ad_personalization: 'granted',
} as const
const denied = {
  analytics_storage: 'denied',
  ad_storage: 'denied',
  ad_user_data: 'denied',
  ad_personalization: 'denied',
} as const

/** Imports the shops' simulated visits so far, as the collector would have stored them; existing ones are kept. */
export async function importDemoVisits(
  contexts: Contexts,
  { createdAt }: Pick<DemoPlan, 'createdAt'>,
  { watching, until }: { readonly watching: Watching; readonly until: Date },
): Promise<void> {
  for (const advertiser of tracked) {
    watching.stopping.throwIfAborted()
    const { domain, name } = demoShops[advertiser]
    const ctx = await contexts.shop(domain)
    const events = demoVisits(advertiser, { createdAt, from: await lastVisit(ctx), until })
    const progress = createProgress(`Importing visits of ${name}`)
    const identify = createBuyerHash(ctx.shop, ctx.identityKey)
    for (let done = 0; done < events.length; done += eventsAtOnce) {
      progress(done, events.length)
      const part = events.slice(done, done + eventsAtOnce)
      await writeEvents(
        ctx,
        part.map((event) => asCollected(event, identify)),
      )
      watching.stopping.throwIfAborted()
    }
    progress(events.length, events.length)
  }
}

/** Sends new simulated visits to the collector while the demo runs, as browsers would. */
export async function goOnVisiting(
  contexts: Contexts,
  { createdAt }: Pick<DemoPlan, 'createdAt'>,
  { address, now }: { readonly address: string; readonly now: () => Date },
): Promise<{ stop(): void }> {
  const keys = new Map<Advertiser, string>()
  for (const advertiser of tracked) {
    const [first] = await run(listTrackingKeys, await contexts.shop(demoShops[advertiser].domain), {})
    if (first !== undefined) keys.set(advertiser, first.key)
  }
  let told = now()
  const tell = async (): Promise<void> => {
    const until = now()
    for (const [advertiser, key] of keys) {
      for (const event of demoVisits(advertiser, { createdAt, from: told, until }))
        await send(address, { key, event, now: until.getTime() })
    }
    told = until
  }
  const timer = setInterval(() => void tell().catch(stayQuiet), lookEveryMs)
  return { stop: () => clearInterval(timer) }
}

/** Ignores a failed delivery: the product is stopping, or its collector is unavailable; the next visits are sent anyway. */
function stayQuiet(): void {}

/** Two days before the newest visit, in case the last ones were cut off; else the beginning. */
async function lastVisit({ warehouse }: ShopContext): Promise<Date> {
  const sql = 'SELECT toUnixTimestamp64Milli(max(at)) AS ms FROM events WHERE shop_id = {shop:UUID}'
  const [row] = await warehouse.read({ sql, params: {} }, z.object({ ms: z.coerce.number() }))
  return new Date(Math.max(0, (row?.ms ?? 0) - 2 * 86_400_000))
}

function asCollected(event: VisitEvent, identify: ReturnType<typeof createBuyerHash>): CollectedEvent {
  return toCollectedEvent(toWire(event), {
    source: 'pixel',
    allowed: readConsent(event.visitor === undefined ? denied : granted),
    visitorId: event.visitor ?? '',
    at: event.at,
    receivedAt: event.at,
    judgement: { bot: 'no', reasons: [] },
    network: '',
    isForeign: false,
    identify,
  })
}

function toWire({ id, name, at, url, referrer, order, email }: VisitEvent) {
  const more = { ...(order === undefined ? {} : { order }), ...(email === undefined ? {} : { customer: { email } }) }
  return { id, name, at, url, referrer, ...more }
}

async function send(
  address: string,
  { key, event, now }: { readonly key: string; readonly event: VisitEvent; readonly now: number },
): Promise<void> {
  const { visitor } = event
  const body = { key, v: 1, sent: now, consent: visitor === undefined ? denied : granted, events: [toWire(event)] }
  await fetch(`${address}/p/collect`, {
    method: 'POST',
    headers: {
      'content-type': 'text/plain',
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
      'accept-language': 'de-DE,de;q=0.8,en;q=0.5',
    },
    body: JSON.stringify(visitor === undefined ? body : { ...body, visitor }),
  })
}
