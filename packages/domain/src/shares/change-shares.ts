import { AppError } from '@tillsight/core'
import { addDays, dayOf } from '@tillsight/core/days'
import {
  countOpenShareLinks,
  createShareLink,
  type Db,
  listShareLinks,
  listShareOpenings,
  lockShareLinks,
  pruneShareLinks,
  revokeShareLinks,
} from '@tillsight/database'
import { z } from 'zod'
import { recordAudit } from '../audit/index.ts'
import type { ConnectionContext } from '../connections/index.ts'
import { defineVerb, ownWritableKey, type ShopContext } from '../context/index.ts'
import { assertSeesProfit } from '../reports/index.ts'
import { composeShare } from './compose.ts'
import { hashShareToken, makeShareToken } from './share-token.ts'
import { CreateShareInput, NewShare, ShareView, toShareView } from './share-view.ts'

/** The most links of a shop that can be opened. */
const mostLinks = 100
const usualDays = 30
const mostDays = 366
const dayMs = 86_400_000
/** For how long ended links are listed, and openings counted. */
const listedDays = 90

/** The shop's links, with how often each was opened. */
export const listShares = defineVerb({
  name: 'share.list',
  needs: 'shares:write',
  access: 'read',
  input: z.object({}),
  output: z.object({ items: z.array(ShareView), next: z.string().nullable() }),
  async run(ctx: ShopContext) {
    return { items: await readViews(ctx, ctx.queries), next: null }
  },
})

/**
 * Makes a link; its address is shown only here. Throws `forbidden` where the actor does not see what is to be shared, or is no
 * person, and `limit_reached`.
 */
export const createShare = defineVerb({
  name: 'share.create',
  needs: 'shares:write',
  // Figures are asked for, and a password hashed, before anything is held.
  access: 'work',
  input: CreateShareInput,
  output: NewShare,
  async run(ctx: ConnectionContext, { view, title, kind, password, expires, ...settings }) {
    const { db, shop, clock, services } = ctx
    const { personId } = ownWritableKey(ctx)
    if (view === 'profit' || settings.include.includes('costs')) assertSeesProfit(ctx)
    const now = clock.now()
    const expiresAt = endOf(now, expires)
    const figures = kind === 'frozen' ? await composeShare(ctx, { ...settings, view }) : null
    const passwordHash = password === undefined ? null : await services.hashPassword(password)
    const token = makeShareToken()
    const views = await db.transaction(async (tx) => {
      await lockShareLinks(tx, shop.id)
      if ((await countOpenShareLinks(tx, shop.id, now)) >= mostLinks) throw tooMany()
      await pruneShareLinks(tx, shop.id, new Date(now.getTime() - listedDays * dayMs))
      const { id } = await createShareLink(tx, {
        shopId: shop.id,
        hash: hashShareToken(token),
        title,
        view,
        kind,
        settings: JSON.stringify(settings),
        figures: figures && JSON.stringify(figures),
        passwordHash,
        createdBy: personId,
        createdAt: now,
        expiresAt,
      })
      const target = { kind: 'share', id, name: title }
      await recordAudit({ ...ctx, queries: tx }, { action: 'share.create', target })
      return (await readViews(ctx, tx)).filter((each) => each.id === id)
    })
    const [made] = views
    if (made === undefined) throw new AppError('internal', 'The link was not stored.')
    return { ...made, url: services.shareAddress(token) }
  },
})

/** Ends a link at once. Throws `not_found` for one that does not exist or has been revoked. */
export const revokeShare = defineVerb({
  name: 'share.revoke',
  needs: 'shares:write',
  access: 'write',
  input: z.object({ share: z.uuid() }),
  output: z.object({}),
  async run(ctx: ShopContext, { share }) {
    const { queries, shop, clock } = ctx
    if ((await revokeShareLinks(queries, shop.id, { id: share, at: clock.now() })) > 0) {
      await recordAudit(ctx, { action: 'share.revoke', target: { kind: 'share', id: share, name: '' } })
      return {}
    }
    throw new AppError('not_found', 'There is no such link here, or it was revoked already. Reload the list of links.')
  },
})

/** Ends all links of the shop at once. */
export const revokeAllShares = defineVerb({
  name: 'share.revoke_all',
  needs: 'shares:write',
  access: 'write',
  input: z.object({}),
  output: z.object({ revoked: z.number().int() }),
  async run(ctx: ShopContext) {
    const { queries, shop, clock } = ctx
    const revoked = await revokeShareLinks(queries, shop.id, { at: clock.now() })
    const target = { kind: 'shop', id: shop.id, name: shop.domain }
    if (revoked > 0) await recordAudit(ctx, { action: 'share.revoke_all', target })
    return { revoked }
  },
})

async function readViews({ shop, clock }: ShopContext, queries: Db): Promise<ShareView[]> {
  const now = clock.now()
  const since = addDays(dayOf(now, shop.zone), -listedDays)
  const rows = await listShareLinks(queries, shop.id)
  const openings = Map.groupBy(await listShareOpenings(queries, shop.id, since), ({ shareId }) => shareId)
  return rows.map((row) => {
    const opened = (openings.get(row.id) ?? []).map(({ day, times }) => ({ day, times }))
    return toShareView(row, opened, now)
  })
}

function endOf(now: Date, expires: string | undefined): Date {
  if (expires === undefined) return new Date(now.getTime() + usualDays * dayMs)
  const end = new Date(expires)
  if (end > now && end.getTime() <= now.getTime() + mostDays * dayMs) return end
  const message =
    end <= now
      ? 'This end is over already: choose one in the future.'
      : 'A link lasts a year at most: choose an earlier end, and make another link then.'
  throw new AppError('invalid_input', message, { details: { field: 'expires' }, problems: { expires: message } })
}

function tooMany(): AppError {
  return new AppError(
    'limit_reached',
    `This shop has ${mostLinks} share links, which is the most. Revoke some that nobody needs, then make another.`,
  )
}
