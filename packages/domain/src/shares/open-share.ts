import { type Clock, type PersonId, type ShopId, toPersonId, toShopId } from '@tillsight/core'
import { dayOf } from '@tillsight/core/days'
import { type Db, findShareLink, noteShareOpening, type ShareLinkRow } from '@tillsight/database'
import { recordAudit } from '../audit/index.ts'
import { permissionsOf, type ShopContext } from '../context/index.ts'
import { seesProfit } from '../reports/index.ts'
import { composeShare, withoutHidden } from './compose.ts'
import { hashShareToken } from './share-token.ts'
import { type ShareRange, ShareSettings, stateOf, viewOf } from './share-view.ts'
import { SharedFigures } from './shared-figures.ts'

/** What opening a link needs. */
export interface ShareDoor {
  readonly queries: Db
  readonly clock: Clock
  /** The shop as the person sees it now; undefined if it is not open to them. */
  openShop(person: PersonId, shop: ShopId): Promise<ShopContext | undefined>
}

/** A link that may be opened, as far as its password is not concerned. */
export interface OpenShare {
  readonly row: ShareLinkRow
  readonly settings: ShareSettings
  readonly view: ReturnType<typeof viewOf>
  /** Of whoever made it. */
  readonly ctx: ShopContext
}

const nobody = toPersonId('00000000-0000-0000-0000-000000000000')
const nowhere = toShopId('00000000-0000-0000-0000-000000000000')

/**
 * Finds the link of a token, if whoever made it may still share what it shows. A link that does not exist takes the same steps as
 * one that has ended.
 */
export async function openShare(door: ShareDoor, token: string): Promise<OpenShare | undefined> {
  const row = await findShareLink(door.queries, hashShareToken(token))
  const ctx = await door.openShop(row?.createdBy ?? nobody, row?.shopId ?? nowhere)
  if (row === undefined || ctx === undefined || stateOf(row, door.clock.now()) !== 'active') return undefined
  const view = viewOf(row)
  return mayShare(ctx, view) ? { row, settings: ShareSettings.parse(row.settings), view, ctx } : undefined
}

/** Whether somebody may share a view of the shop now. */
function mayShare(ctx: ShopContext, view: OpenShare['view']): boolean {
  const held = permissionsOf(ctx.actor)
  if (!held.includes('shares:write') || !held.includes('metrics:read')) return false
  if (view === 'attribution') return held.includes('attribution:read')
  return view !== 'profit' || seesProfit(ctx)
}

/**
 * The figures of a link: those of its moment, or the present ones of its days, or of chosen days where they may be chosen. Counts
 * that it was opened.
 */
export async function readShare(share: OpenShare, chosen?: ShareRange): Promise<SharedFigures> {
  const { row, settings, view, ctx } = share
  const range = settings.period === 'choosable' ? (chosen ?? settings.range) : settings.range
  const figures =
    row.kind === 'frozen'
      ? withoutHidden(ctx, SharedFigures.parse(row.figures))
      : await composeShare(ctx, { view, range, compare: settings.compare, include: settings.include })
  await ctx.db.transaction(async (queries) => {
    const isFirst = await noteShareOpening(queries, row.id, dayOf(ctx.clock.now(), ctx.shop.zone))
    const target = { kind: 'share', id: row.id, name: row.title }
    // Once a day: how often it was opened is told by the list of links.
    if (isFirst) await recordAudit({ ...ctx, queries }, { action: 'share.open', target, isByLink: true })
  })
  ctx.log.info({ audit: 'share.open', share: row.id, shop: ctx.shop.id }, 'done')
  return figures
}
