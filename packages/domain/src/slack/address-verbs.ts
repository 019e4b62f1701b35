import { AppError } from '@tillsight/core'
import {
  changeSlackAddress,
  createSlackAddress,
  deleteSlackAddress,
  listSlackAddresses,
  lockWebhookEndpoints,
  type SealedColumn,
  type SlackAddressRow,
} from '@tillsight/database'
import { z } from 'zod'
import { type AuditChange, changesBetween, recordAudit, sealed } from '../audit/index.ts'
import type { ConnectionContext } from '../connections/index.ts'
import { defineVerb, type ShopContext } from '../context/index.ts'
import { SlackView, toSlackView } from './view.ts'

const mostAddresses = 10
const Name = z.string().trim().min(1, { error: 'Name the channel, such as #sales' }).max(80)
const Url = z.string().trim().min(1, { error: 'Enter the address of the incoming webhook' }).max(500)
const OneAddress = z.object({ slack: z.uuid() })

/** Adds a place in Slack that alerts may go to. Its address is sealed and never shown again. Throws `invalid_input`. */
export const addSlack = defineVerb({
  name: 'slack.add',
  needs: 'slack:write',
  access: 'write',
  input: z.object({ name: Name, url: Url }),
  output: SlackView,
  async run(ctx: ConnectionContext, { name, url }) {
    const { queries, shop, clock, services } = ctx
    const address = services.checkSlack(url)
    await lockWebhookEndpoints(queries, shop.id)
    if ((await listSlackAddresses(queries, shop.id)).length >= mostAddresses) {
      throw new AppError('limit_reached', `A shop posts to ${mostAddresses} places in Slack at most. Delete one first.`)
    }
    const at = clock.now()
    const place = {
      shopId: shop.id,
      name,
      url: sealUrl(ctx, address),
      state: 'on',
      createdAt: at,
      changedAt: at,
    } as const
    const row = await createSlackAddress(queries, place)
    await recordSlack(ctx, 'slack.add', row)
    return toSlackView(row)
  },
})

/** Renames a place in Slack, replaces its address, or switches it on again. */
export const changeSlack = defineVerb({
  name: 'slack.change',
  needs: 'slack:write',
  access: 'write',
  input: OneAddress.extend({ name: Name.optional(), url: Url.optional(), state: z.literal('on').optional() }),
  output: SlackView,
  async run(ctx: ConnectionContext, { slack, name, url, state }) {
    const { queries, clock, services } = ctx
    const before = await ownAddress(ctx, slack)
    const address = url === undefined ? undefined : services.checkSlack(url)
    await changeSlackAddress(queries, slack, {
      ...(name === undefined ? {} : { name }),
      ...(address === undefined ? {} : { url: sealUrl(ctx, address) }),
      ...(state === 'on' || address !== undefined ? { state: 'on', reason: '', heldUntil: null } : {}),
      changedAt: clock.now(),
    })
    const row = await ownAddress(ctx, slack)
    const told = (of: SlackAddressRow) => ({ name: of.name, state: of.state })
    const replaced = address === undefined ? [] : [{ field: 'url', before: null, after: sealed }]
    await recordSlack(ctx, 'slack.change', {
      ...row,
      changes: [...changesBetween(told(before), told(row)), ...replaced],
    })
    return toSlackView(row)
  },
})

/** Removes a place in Slack with what waits to be posted there; alerts that went there stay, without it. */
export const removeSlack = defineVerb({
  name: 'slack.remove',
  needs: 'slack:write',
  access: 'write',
  input: OneAddress,
  output: z.object({}),
  async run(ctx: ShopContext, { slack }) {
    const row = await ownAddress(ctx, slack)
    await deleteSlackAddress(ctx.queries, { shop: ctx.shop.id, id: slack })
    await recordSlack(ctx, 'slack.remove', row)
    return {}
  },
})

/** Called by its name: its address lets everybody post. */
async function recordSlack(
  ctx: ShopContext,
  action: 'slack.add' | 'slack.change' | 'slack.remove',
  { id, name, changes }: Pick<SlackAddressRow, 'id' | 'name'> & { readonly changes?: readonly AuditChange[] },
): Promise<void> {
  await recordAudit(ctx, { action, target: { kind: 'slack', id, name }, changes })
}

function sealUrl({ services, shop }: ConnectionContext, address: string): Buffer {
  return Buffer.from(services.secrets.seal(address, slackContext(shop.id)))
}

/** Throws the same `not_found` for one that does not exist and for one of another shop. */
async function ownAddress({ queries, shop }: ShopContext, id: string): Promise<SlackAddressRow> {
  const row = (await listSlackAddresses(queries, shop.id)).find((each) => each.id === id)
  if (row) return row
  throw slackNotFound()
}

/** What an address is sealed for: it opens for its shop only. */
export function slackContext(shop: string): string {
  return `slack ${shop}`
}

function slackNotFound(): AppError {
  return new AppError(
    'not_found',
    'There is no such Slack address here. Somebody may have deleted it: reload the list.',
  )
}

/** The address as it is posted to, or `invalid_input`: https, on a host of Slack’s incoming webhooks. */
export function checkSlackAddress(text: string, hosts: readonly string[]): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isSlack = url !== undefined && hosts.includes(url.host) && url.username === '' && url.password === ''
  if (url && isSlack && (url.protocol === 'https:' || url.hostname === '127.0.0.1')) {
    url.hash = ''
    return url.href
  }
  const message = `This is no address of an incoming webhook. In Slack, add “Incoming Webhooks” to an app of yours and copy the address: it begins with https://${hosts[0] ?? ''}/services/.`
  throw new AppError('invalid_input', message, { details: { field: 'url' }, problems: { url: message } })
}

/** Sealed addresses. */
export const sealedBySlack: readonly SealedColumn[] = [
  { table: 'slack_addresses', column: 'url', key: ['id', 'shop_id'], context: (of) => slackContext(of('shop_id')) },
]
