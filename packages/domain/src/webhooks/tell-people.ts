import type { Clock } from '@tillsight/core'
import { type Db, readShop, type StoredMail, type WebhookEndpointRow } from '@tillsight/database'
import { recordAudit } from '../audit/index.ts'
import { deliver, listPeopleWhoMay } from '../notifications/index.ts'

/** A webhook that was switched off. */
export interface WebhookNews {
  readonly shop: { readonly domain: string; readonly name: string }
  readonly title: string
  readonly advice: string
  /** A path of this site. */
  readonly link: string
}

/** Puts the news into a mail. */
export type ComposeWebhookMail = (news: WebhookNews) => StoredMail

/** Tells whoever may change webhooks that one was switched off, and why: here and by mail, once. */
export async function tellOfSwitchedOff(
  { queries, clock }: { readonly queries: Db; readonly clock: Clock },
  { id, shopId, state, url, changedAt }: WebhookEndpointRow,
  compose: ComposeWebhookMail,
): Promise<void> {
  const shop = await readShop(queries, shopId)
  const { host } = new URL(url)
  const title = `The webhook to ${host} is switched off`
  const why =
    state === 'gone'
      ? 'Its receiver answered 410, which means that nobody wants messages there any more.'
      : 'For five days no message has arrived there.'
  const advice = `${why} Nothing more is sent. Once the receiver is mended, switch the webhook on again, or delete it.`
  const link = `/shop/${encodeURIComponent(shop.domain)}/settings/webhooks/${id}`
  const mail = compose({ shop: { domain: shop.domain, name: shop.name }, title, advice, link })
  await recordAudit(
    { actor: { kind: 'job', name: 'Webhooks' }, organisation: shop.organisationId, shop, queries, clock },
    {
      action: 'webhook.off',
      target: { kind: 'webhook', id, name: host },
      changes: [{ field: 'state', before: 'on', after: state }],
    },
  )
  const where = { organisation: shop.organisationId, shop: shopId }
  for (const person of await listPeopleWhoMay(queries, 'webhooks:write', where)) {
    await deliver({ queries, clock, zone: shop.zone }, person, {
      kind: 'webhook',
      shopId,
      shops: [shopId],
      episode: `${id} ${changedAt.toISOString()}`,
      title,
      body: advice,
      link,
      mail,
      isUrgent: false,
    })
  }
}
