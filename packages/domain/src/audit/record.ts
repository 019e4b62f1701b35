import { randomUUID } from 'node:crypto'
import { type OrganisationId, type PersonId, type ShopId, toPersonId } from '@tillsight/core'
import { addAuditEntries, findPerson, installationLog, listMemberships } from '@tillsight/database'
import { type Actor, type ActorContext, supportOf } from '../context/index.ts'
import type { AuditAction } from './actions.ts'
import { type AuditBody, type AuditChange, changesBetween, toCanonicalJson } from './entry.ts'

/** What is done to something. */
export interface AuditEvent {
  readonly action: AuditAction
  /** What it is done to. Its name as it is now: later the thing may be gone. */
  readonly target: AuditBody['target']
  readonly changes?: readonly AuditChange[] | undefined
  /** The shops that it is about, if not the context's; null: all of the organisation. */
  readonly shops?: readonly ShopId[] | null | undefined
  /** Done by whoever has the share link that is the target, not by whoever made it. */
  readonly isByLink?: true
}

/** Who does it, and in which transaction. */
type AuditContext = Pick<ActorContext, 'actor' | 'queries' | 'clock' | 'origin'> & {
  readonly organisation: OrganisationId
  readonly shop?: { readonly id: ShopId; readonly domain: string } | undefined
}

/**
 * Writes an entry, in the transaction of what it tells: `queries` is that transaction, so there is no change without its entry,
 * and no entry without its change. Its place in the organisation's chain is given while the transaction commits.
 */
export async function recordAudit(ctx: AuditContext, event: AuditEvent): Promise<void> {
  const { queries, organisation, shop } = ctx
  const { id, name } = event.target
  const actor = event.isByLink ? ({ kind: 'share', id, name } as const) : await nameActor(ctx)
  const shops = event.shops === undefined ? (shop ? [shop.id] : []) : event.shops
  await addAuditEntries(queries, [toRow(ctx, { actor, event, shops, organisation, shop: shop?.domain })])
}

/**
 * Writes an entry about a person's own account into the log of every organisation that they belong to: what happens to the account
 * concerns each of them.
 */
export async function recordOwnAudit(
  ctx: Omit<AuditContext, 'organisation' | 'shop'>,
  id: PersonId,
  what: Pick<AuditEvent, 'action' | 'changes'>,
): Promise<void> {
  const memberships = await listMemberships(ctx.queries, id)
  if (memberships.length === 0) return
  const person = await namePerson(ctx, id)
  const actor = ctx.actor.kind === 'person' ? person : await nameActor(ctx)
  const event = { ...what, target: person }
  const rows = memberships.map(({ organisationId: organisation }) =>
    toRow(ctx, { actor, event, shops: [], organisation, shop: undefined }),
  )
  await addAuditEntries(ctx.queries, rows)
}

/** What an administrator did. */
interface InstallationEvent {
  /** The name of the verb. */
  readonly action: string
  readonly target: AuditBody['target']
  /** Why, where a reason is asked for. */
  readonly reason?: string
}

/**
 * Writes into the installation's own log what an administrator does, before it is done where the doing is not in this transaction. The
 * log is a chain like those of the organisations.
 */
export async function recordInstallation(
  ctx: Omit<AuditContext, 'organisation' | 'shop'>,
  { action, target, reason }: InstallationEvent,
): Promise<void> {
  const event = { action, target, changes: reason === undefined ? [] : changesBetween({}, { reason }) }
  const told = { actor: await nameActor(ctx), event, shops: null, organisation: installationLog, shop: undefined }
  await addAuditEntries(ctx.queries, [toRow(ctx, told)])
}

interface Told {
  readonly actor: AuditBody['actor']
  readonly event: Omit<AuditEvent, 'action'> & { readonly action: string }
  readonly shops: readonly ShopId[] | null
  readonly organisation: OrganisationId
  readonly shop: string | undefined
}

function toRow(
  { clock, origin }: Pick<AuditContext, 'clock' | 'origin'>,
  { actor, event, shops, organisation, shop }: Told,
): Parameters<typeof addAuditEntries>[1][number] {
  const { action, target, changes = [] } = event
  const at = clock.now()
  const id = randomUUID()
  const shopIds = shops && [...new Set(shops)].toSorted()
  const body = {
    id,
    organisation,
    at: at.toISOString(),
    actor,
    ...(shop === undefined ? {} : { shop }),
    shops: shopIds,
    action,
    target,
    ...(changes.length === 0 ? {} : { changes }),
    origin: { ip: origin?.network ?? '', agent: origin?.agent ?? '', request: origin?.request ?? '' },
  }
  return { id, organisationId: organisation, at, shopIds, actorId: actor.id, action, body: toSafeText(body) }
}

/** As long as the longest reason that somebody may give. */
const mostTextLength = 500
const mostListed = 50
/** What is shown once and opens something: keys of the API, secrets of webhooks. Nobody puts them into an entry; this makes sure. */
const secrets = /\b(?:tsk_[\w-]{20,}|whsec_[\w+/=-]{20,})/g

/** Texts from outside are cut, and have nothing in them that opens anything. */
function toSafeText(body: object): string {
  const cut = JSON.parse(JSON.stringify(body), (key, value: unknown) => {
    // Which shops it is about decides who sees it.
    if (key !== 'shops' && Array.isArray(value) && value.length > mostListed)
      return [...value.slice(0, mostListed), '…']
    if (typeof value !== 'string') return value
    const text = value.replace(secrets, '…')
    return text.length > mostTextLength ? `${text.slice(0, mostTextLength - 1)}…` : text
  })
  return toCanonicalJson(cut)
}

async function nameActor(ctx: Omit<AuditContext, 'organisation' | 'shop'>): Promise<AuditBody['actor']> {
  const { actor, origin } = ctx
  const support = supportOf(actor)
  if (support) return { ...(await namePerson(ctx, support.admin)), kind: 'support' }
  if (actor.kind === 'person') return await namePerson(ctx, toPersonId(actor.id))
  if (actor.kind !== 'api_key') return { kind: 'system', ...nameSystem(actor) }
  return { kind: origin?.isAssistant ? 'mcp' : 'key', id: actor.id, name: actor.name ?? '' }
}

async function namePerson({ queries }: Pick<AuditContext, 'queries'>, id: PersonId): Promise<AuditBody['actor']> {
  const person = await findPerson(queries, id)
  return { kind: 'person', id, name: person?.name || person?.email || '' }
}

/** The product itself, and which part of it. */
function nameSystem(actor: Exclude<Actor, { readonly kind: 'person' | 'api_key' }>): { id: string; name: string } {
  if (actor.kind === 'local') return { id: 'command_line', name: 'Command line' }
  return actor.kind === 'job' ? { id: 'job', name: actor.name } : { id: 'webhook', name: 'Webhook of a platform' }
}
