import { AppError, type ShopId } from '@tillsight/core'
import { type AuditEntryRow, type AuditSearch, listAuditActors, listAuditEntries, listShops } from '@tillsight/database'
import { z } from 'zod'
import { type Context, defineVerb, mayEnter, shopNotFound } from '../context/index.ts'
import { auditActions } from './actions.ts'
import { AuditBody } from './entry.ts'

/** An entry as people and programs see it. */
export const AuditEntry = AuditBody.omit({ organisation: true, shops: true })
export type AuditEntry = z.infer<typeof AuditEntry>

const usualPage = 100
const mostOfPage = 1000

const Instant = z.union([z.iso.datetime({ offset: true }), z.iso.date()])

/** Which entries are asked for: the fields of the address of the page, too. */
export const AuditQuery = z.object({
  /** A day, from its beginning in UTC, or an instant. */
  from: Instant.optional(),
  /** A day, to its end in UTC, or an instant that is not included any more. */
  to: Instant.optional(),
  /** The id of whoever did it. */
  actor: z.string().max(100).optional(),
  action: z.enum(auditActions).optional(),
  /** Domain or id. */
  shop: z.string().max(255).optional(),
  cursor: z.string().max(200).optional(),
  limit: z.number().int().min(1).max(mostOfPage).default(usualPage),
})

/** Who did what in the organisation, the newest first. Whoever is limited to certain shops learns of no others. */
export const listAudit = defineVerb({
  name: 'audit.list',
  needs: 'audit:read',
  access: 'read',
  input: AuditQuery,
  output: z.object({ items: z.array(AuditEntry), next: z.string().nullable() }),
  async run(ctx: Context, { cursor, limit, ...query }) {
    const search = await toSearch(ctx, query)
    const after = cursor === undefined ? undefined : readCursor(cursor)
    const rows = await listAuditEntries(ctx.queries, { ...search, after, limit: limit + 1 })
    const items = rows.slice(0, limit)
    const last = items.at(-1)
    return { items: items.map(toEntry), next: rows.length > limit && last ? cursorOf(last) : null }
  },
})

/** Who stands in the log, to choose from. */
export const listActors = defineVerb({
  name: 'audit.actors',
  needs: 'audit:read',
  access: 'read',
  input: z.object({}),
  output: z.object({ items: z.array(AuditEntry.shape.actor) }),
  async run({ queries, organisation, actor }: Context) {
    const rows = await listAuditActors(queries, { organisation, within: limitOf(actor) })
    return { items: rows.map(({ body }) => AuditBody.parse(JSON.parse(body)).actor) }
  },
})

type Query = Omit<z.output<typeof AuditQuery>, 'cursor' | 'limit'>

async function toSearch(ctx: Context, { from, to, actor, action, shop }: Query): Promise<Omit<AuditSearch, 'limit'>> {
  return {
    organisation: ctx.organisation,
    since: from === undefined ? undefined : new Date(from),
    until: to === undefined ? undefined : endOf(to),
    actor,
    actions: action && [action],
    shop: shop === undefined ? undefined : await findOwnShop(ctx, shop),
    within: limitOf(ctx.actor),
  }
}

const dayMs = 86_400_000

function endOf(to: string): Date {
  const at = new Date(to)
  return to.includes('T') ? at : new Date(at.getTime() + dayMs)
}

/** The shops that the actor is limited to; undefined: not limited. */
function limitOf(actor: Context['actor']): readonly ShopId[] | undefined {
  return (actor.kind === 'person' || actor.kind === 'api_key') && actor.shops !== 'all' ? actor.shops : undefined
}

/** Throws the same `not_found` for a shop that does not exist and for one that the actor does not see. */
async function findOwnShop({ queries, organisation, actor }: Context, name: string): Promise<ShopId> {
  const own = (await listShops(queries, organisation)).filter(({ id }) => mayEnter(actor, id))
  const shop = own.find(({ id, domain }) => id === name.toLowerCase() || domain === name.toLowerCase())
  if (shop) return shop.id
  throw shopNotFound(name)
}

function toEntry({ body }: AuditEntryRow): AuditEntry {
  return AuditEntry.parse(JSON.parse(body))
}

const Place = z.object({ at: z.coerce.date(), number: z.number().int() })

function cursorOf({ at, number }: AuditEntryRow): string {
  return Buffer.from(JSON.stringify({ at, number })).toString('base64url')
}

function readCursor(cursor: string): z.output<typeof Place> {
  try {
    return Place.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')))
  } catch (cause) {
    throw new AppError('invalid_input', '“cursor” is not one that this list gave. Ask for the first page again.', {
      details: { field: 'cursor' },
      cause,
    })
  }
}
