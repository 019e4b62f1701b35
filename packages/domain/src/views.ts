// Saved views: named addresses of a shop's pages, one's own. Must not know what the addresses query.
import { AppError } from '@tillsight/core'
import {
  deleteSavedView,
  saveView as insertView,
  listSavedViews,
  lockPerson,
  type SavedViewRow,
} from '@tillsight/database'
import { adPlatformIds } from '@tillsight/platforms'
import { z } from 'zod'
import { createShopReads, defineVerb, ownWritableKey, type ShopContext } from './context/index.ts'

/** A saved view: a named address of a shop's page. */
export const SavedView = z.object({
  id: z.string(),
  name: z.string(),
  /** Below the shop's address; empty for the summary. */
  page: z.string(),
  /** With its question mark, or empty. */
  search: z.string(),
  /** Whether it opens when the page is opened without a query. */
  isDefault: z.boolean(),
})
/** A saved view: a named address of a shop's page. */
export type SavedView = z.infer<typeof SavedView>

/** Drops the owner. */
function toSavedView({ id, name, page, search, isDefault }: SavedViewRow): SavedView {
  return { id, name, page, search, isDefault }
}

/** Pages below a shop's address that a view can point to; empty for the summary. */
const pages = [
  '',
  'hub',
  'campaigns',
  'attributions',
  'costs',
  'costs/goods',
  'costs/gateway',
  'costs/shipping',
  'tracking',
  ...adPlatformIds.map((id) => `tracking/${id}` as const),
  'integrations',
  'settings',
  'settings/plans',
  'settings/members',
] as const

/** A view to save. */
export const SaveViewInput = z.object({
  name: z
    .string()
    .trim()
    .min(1, 'Give the view a name.')
    .max(60, 'This name is too long: at most 60 characters.')
    .regex(/^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}]*$/u, 'This name holds a character that cannot be shown.'),
  page: z.enum(pages, 'This is not a page of a shop.'),
  /** As in a browser's address. */
  search: z
    .string()
    .max(2000, 'This view’s address is too long: at most 2000 characters. Leave some filters out.')
    .regex(/^(?:\?[!-"$-~]*)?$/, 'This is not the query of an address: expected “?” and what follows it, or nothing.'),
  isDefault: z.boolean(),
})

/** The person's own views of the shop, by name. */
export const listViews = defineVerb({
  name: 'view.list',
  needs: 'shops:read',
  access: 'read',
  input: z.object({}),
  output: z.array(SavedView),
  async run(ctx: ShopContext) {
    const { reads = createShopReads(ctx) } = ctx
    return (await reads.standing()).views.map(toSavedView)
  },
})

/** Limit per person and shop. */
const mostViews = 50

/** Saves a view; one with the same name is replaced, and each page has at most one default. Throws `limit_reached`. */
export const saveView = defineVerb({
  name: 'view.save',
  needs: 'shops:read',
  access: 'write',
  input: SaveViewInput,
  output: SavedView,
  async run(ctx: ShopContext, view) {
    const key = ownWritableKey(ctx)
    // Two concurrent requests would both pass the limit.
    await lockPerson(ctx.queries, key.personId)
    const views = await listSavedViews(ctx.queries, key)
    if (views.length >= mostViews && views.every(({ name }) => name !== view.name)) {
      throw new AppError('limit_reached', `There are ${mostViews} saved views, which is the most. Remove one first.`)
    }
    return toSavedView(await insertView(ctx.queries, { ...key, ...view }))
  },
})

/** Removes one of the person's own views. Throws `not_found`, also for somebody else's. */
export const removeView = defineVerb({
  name: 'view.remove',
  needs: 'shops:read',
  access: 'write',
  input: z.object({ view: z.string() }),
  output: z.object({}),
  async run(ctx: ShopContext, { view }) {
    const key = ownWritableKey(ctx)
    const isId = z.uuid().safeParse(view).success
    if (isId && (await deleteSavedView(ctx.queries, key, view))) return {}
    throw new AppError('not_found', 'This view does not exist any more. It may have been removed in another tab.')
  },
})
