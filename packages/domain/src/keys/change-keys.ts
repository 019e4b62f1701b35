import { AppError, type ShopId, toPersonId } from '@tillsight/core'
import {
  type ApiKeyRow,
  createApiKey,
  listApiKeys,
  lockApiKeys,
  type NamedApiKeyRow,
  revokeApiKey,
} from '@tillsight/database'
import { z } from 'zod'
import { changesBetween, recordAudit } from '../audit/index.ts'
import {
  assertAllowed,
  type Context,
  defineVerb,
  keyPermissions,
  type Scope,
  scopes,
  shopNotFound,
} from '../context/index.ts'
import { assertMayAdd } from '../plan-access.ts'
import { hashKey, makeKey, prefixOf } from './key-text.ts'
import { KeyView, knownScopes, limitOf, maySee, NewKey, stateOf, toKeyView, visibleShops } from './key-view.ts'
import { Networks } from './networks.ts'

/** The most keys of an organisation that can be used at once. */
const mostKeys = 100
/** Keys that are revoked or expired and still listed. */
const mostEnded = 100
const usualDays = 365
const mostDays = 5 * 365
const dayMs = 86_400_000

const KeyName = z
  .string()
  .trim()
  .min(1, { error: 'Give the key a name by which you will recognise it' })
  .max(100)
  .regex(/^\P{Cc}*$/u, { error: 'The name must be one line of plain text' })

const CreateKeyInput = z.object({
  name: KeyName,
  scopes: z.array(z.enum(scopes)).min(1, { error: 'Choose at least one scope' }),
  /** `all`, or shops by domain or id. */
  shops: z.union([z.literal('all'), z.array(z.string().max(255)).min(1).max(1000)]).default('all'),
  /** Days until it expires; null: never. */
  expiresInDays: z.number().int().min(1).max(mostDays).nullable().default(usualDays),
  networks: Networks.default([]),
})

/** The organisation's keys: those that can be used, then the latest others; only keys of shops that the actor sees. */
export const listKeys = defineVerb({
  name: 'key.list',
  needs: 'keys:write',
  access: 'read',
  input: z.object({}),
  output: z.object({ items: z.array(KeyView), next: z.string().nullable() }),
  async run(ctx: Context) {
    const [rows, shops] = await Promise.all([visibleKeys(ctx), visibleShops(ctx)])
    const views = rows.map((row) => toKeyView(row, shops, ctx.clock.now()))
    const active = views.filter(({ state }) => state === 'active')
    const ended = views.filter(({ state }) => state !== 'active').slice(0, mostEnded)
    return { items: [...active, ...ended], next: null }
  },
})

/**
 * Creates a key, which is shown only here. Throws `not_found` for shops that the actor does not see, `forbidden` for scopes
 * beyond the actor's own permissions, `limit_reached`, `conflict` where nobody pays for the organisation.
 */
export const createKey = defineVerb({
  name: 'key.create',
  needs: 'keys:write',
  access: 'write',
  input: CreateKeyInput,
  output: NewKey,
  async run(ctx: Context, { name, scopes: given, shops, expiresInDays, networks }) {
    await assertMayAdd(ctx, 'key')
    return addKey(ctx, {
      name,
      scopes: scopes.filter((scope) => given.includes(scope)),
      shopIds: await readShops(ctx, shops),
      networks: [...new Set(networks)],
      lastsMs: expiresInDays && expiresInDays * dayMs,
      replaces: null,
    })
  },
})

/**
 * Creates a key like another one, for as long again as that was given; the other one stays until it is revoked. Throws
 * `not_found`, and `conflict` for a key that was revoked.
 */
export const rotateKey = defineVerb({
  name: 'key.rotate',
  needs: 'keys:write',
  access: 'write',
  input: z.object({ key: z.uuid() }),
  output: NewKey,
  async run(ctx: Context, { key }) {
    const old = await ownKeyRow(ctx, key)
    if (old.revokedAt !== null) {
      throw new AppError('conflict', 'This key was revoked, so nothing takes its place. Create a new key.')
    }
    const { name, shopIds, networks, createdAt, expiresAt } = old
    return addKey(ctx, {
      name,
      scopes: knownScopes(old.scopes),
      shopIds,
      networks,
      lastsMs: expiresAt && expiresAt.getTime() - createdAt.getTime(),
      replaces: old.id,
    })
  },
})

/** Revokes a key: requests with it are refused from now on. Throws `not_found` for one that does not exist or was revoked. */
export const revokeKey = defineVerb({
  name: 'key.revoke',
  needs: 'keys:write',
  access: 'write',
  input: z.object({ key: z.uuid() }),
  output: z.object({}),
  async run(ctx: Context, { key }) {
    const row = await ownKeyRow(ctx, key)
    if (await revokeApiKey(ctx.queries, row.id, ctx.clock.now())) {
      await recordKey(ctx, 'key.revoke', row)
      return {}
    }
    throw new AppError('not_found', 'This key was revoked already.')
  },
})

async function visibleKeys({ actor, queries, organisation }: Context): Promise<NamedApiKeyRow[]> {
  return (await listApiKeys(queries, organisation)).filter((row) => maySee(actor, row))
}

/** Throws the same `not_found` for a key that does not exist, of another organisation, or of shops that the actor does not see. */
async function ownKeyRow(ctx: Context, id: string): Promise<NamedApiKeyRow> {
  const row = (await visibleKeys(ctx)).find((candidate) => candidate.id === id)
  if (row) return row
  throw new AppError('not_found', 'There is no such key here. Reload the list of keys.')
}

type Given = Pick<ApiKeyRow, 'name' | 'shopIds' | 'networks' | 'replaces'> & {
  readonly scopes: readonly Scope[]
  /** Null: for ever. */
  readonly lastsMs: number | null
}

async function addKey(ctx: Context, { lastsMs, scopes: given, ...rest }: Given): Promise<NewKey> {
  const { actor, queries, organisation, clock } = ctx
  // A key is never more than whoever creates it.
  for (const permission of keyPermissions(given)) assertAllowed(actor, permission, 'key.create')
  await lockApiKeys(queries, organisation)
  const now = clock.now()
  const inUse = (await listApiKeys(queries, organisation)).filter((row) => stateOf(row, now) === 'active')
  if (inUse.length >= mostKeys) {
    throw new AppError('limit_reached', `There are ${mostKeys} keys, which is the most. Revoke some that nobody uses.`)
  }
  const key = makeKey()
  const row = await createApiKey(queries, {
    ...rest,
    scopes: [...given],
    expiresAt: lastsMs === null ? null : new Date(now.getTime() + lastsMs),
    organisationId: organisation,
    hash: hashKey(key),
    prefix: prefixOf(key),
    createdBy: actor.kind === 'person' ? toPersonId(actor.id) : null,
    createdAt: now,
  })
  await recordKey(ctx, rest.replaces === null ? 'key.create' : 'key.rotate', row)
  const named = (await listApiKeys(queries, organisation)).find(({ id }) => id === row.id)
  return { ...toKeyView({ ...row, creatorName: named?.creatorName ?? null }, await visibleShops(ctx), now), key }
}

/** What a key opens is told; of the key itself not even its beginning. */
async function recordKey(
  ctx: Context,
  action: 'key.create' | 'key.rotate' | 'key.revoke',
  row: ApiKeyRow,
): Promise<void> {
  const { scopes: opens, networks, expiresAt } = row
  const given = { scopes: opens, networks, expiresAt: expiresAt?.toISOString() ?? null }
  await recordAudit(ctx, {
    action,
    target: { kind: 'key', id: row.id, name: row.name },
    shops: row.shopIds,
    changes: action === 'key.revoke' ? [] : changesBetween({}, given),
  })
}

/** Ids of the named shops; null: all. Throws the same `not_found` for others' shops as for those that do not exist. */
async function readShops(ctx: Context, names: 'all' | readonly string[]): Promise<ShopId[] | null> {
  const limit = limitOf(ctx.actor)
  if (names === 'all') {
    if (limit === undefined) return null
    throw new AppError('forbidden', 'Your access is limited to certain shops, so a key of yours is, too: name them.', {
      details: { field: 'shops' },
    })
  }
  const own = await visibleShops(ctx)
  const ids = names.map((name) => {
    const shop = own.find(({ id, domain }) => id === name.toLowerCase() || domain === name.toLowerCase())
    if (!shop) throw shopNotFound(name)
    return shop.id
  })
  return [...new Set(ids)]
}
