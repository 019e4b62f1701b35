import { AppError } from '@tillsight/core'
import { saveView as insertView, listSavedViews, lockPerson } from '@tillsight/database'
import { defineVerb, ownWritableKey, type ShopContext } from '../context/index.ts'
import { SaveViewInput } from './inputs.ts'
import { SavedView, toSavedView } from './view.ts'

/** Per person and shop. */
const mostViews = 50

/** Saves a view; the same name again replaces it, and a page has one default. Throws `limit_reached`. */
export const saveView = defineVerb({
  name: 'view.save',
  needs: 'shops:read',
  access: 'write',
  input: SaveViewInput,
  output: SavedView,
  async run(ctx: ShopContext, view) {
    const key = ownWritableKey(ctx)
    // Two at once would both find room for one more.
    await lockPerson(ctx.queries, key.personId)
    const views = await listSavedViews(ctx.queries, key)
    if (views.length >= mostViews && views.every(({ name }) => name !== view.name)) {
      throw new AppError('limit_reached', `There are ${mostViews} saved views, which is the most. Remove one first.`)
    }
    return toSavedView(await insertView(ctx.queries, { ...key, ...view }))
  },
})
