import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { ConnectionSettings, WebhookDelivery, WebhookHint, WebhookOutcome } from '../contract.ts'
import { parseNoisy } from './answers.ts'
import { toHomeUrl, toSiteName } from './endpoint.ts'
import { isRow, toOptionalId, toText } from './values.ts'

/**
 * Verifies a delivery and says what it is about. Bodies are made when they are sent, in any order and several times,
 * and round amounts to the shop's own decimals: they are hints only, and what they name is fetched.
 */
export function receive(delivery: WebhookDelivery): WebhookOutcome {
  const headers = lowerCased(delivery.headers)
  const signature = headers['x-wc-webhook-signature']
  if (signature === undefined)
    return isPing(headers, delivery.body) ? { kind: 'ping' } : forged('It carries no signature.')
  if (!isGenuine(delivery, signature)) return forged('Its signature does not fit.', headers['x-wc-webhook-id'])
  const source = headers['x-wc-webhook-source'] ?? ''
  if (!comesFrom(delivery.settings, source)) {
    return { kind: 'foreign', why: `It comes from “${source.slice(0, 100)}”, which is not the connected shop.` }
  }
  const topic = headers['x-wc-webhook-topic'] ?? ''
  const type = topic.split('.')[0]
  if (type !== 'order' && type !== 'product')
    return { kind: 'ignored', why: `“${topic.slice(0, 60)}” is not followed.` }
  const body = parseNoisy(Buffer.from(delivery.body).toString('utf8').trim())?.data
  const id = isRow(body) ? toOptionalId(body.id) : null
  if (id === null) return { kind: 'ignored', why: whyWithout(body) }
  const hint: WebhookHint = { topic, type, id }
  return { kind: 'event', key: keyOf(headers, id, delivery.body), hint, records: [] }
}

function forged(why: string, webhook?: string): WebhookOutcome {
  return { kind: 'forged', why, ...(webhook === undefined ? {} : { webhook }) }
}

/** A store says hello before it stores a webhook: a form without signature, and no secret in it. */
function isPing(headers: Readonly<Record<string, string>>, body: Uint8Array): boolean {
  const form = (headers['content-type'] ?? '').startsWith('application/x-www-form-urlencoded')
  return form && body.length < 64 && /^webhook_id=\d+$/.test(Buffer.from(body).toString('latin1'))
}

function isGenuine({ body, secret }: WebhookDelivery, signature: string): boolean {
  // Without a secret everybody could sign.
  if (secret === '') return false
  const expected = createHmac('sha256', secret).update(body).digest()
  const given = Buffer.from(signature, 'base64')
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/** A copy of the shop has the same webhooks and secrets; only its address tells it apart. */
function comesFrom(settings: ConnectionSettings, source: string): boolean {
  const known = settings.site ?? toSiteName(toHomeUrl(settings.url ?? '') ?? '')
  const host = (site: string) => site.split('/')[0]
  return source !== '' && known !== '' && host(toSiteName(source)) === host(known)
}

function keyOf(headers: Readonly<Record<string, string>>, id: string, body: Uint8Array): string {
  // Delivery ids are shared by everything that one webhook sends in the same second.
  const digest = createHash('sha256').update(body).digest('hex')
  const parts = [headers['x-wc-webhook-id'] ?? '', headers['x-wc-webhook-delivery-id'] ?? '', id, digest]
  return createHash('sha256').update(parts.join('|')).digest('hex')
}

function whyWithout(body: unknown): string {
  if (isRow(body) && body.code !== undefined) {
    return `The shop could not make the message itself (${toText(body.code).slice(0, 60)}); the owner of its webhooks may have lost rights.`
  }
  return 'It is empty or names nothing.'
}

function lowerCased(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
}
