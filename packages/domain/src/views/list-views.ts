import { listSavedViews } from '@tillsight/database'
import { z } from 'zod'
import { defineVerb, ownKey, type ShopContext } from '../context/index.ts'
import { SavedView, toSavedView } from './view.ts'

/** The person's own views of the shop, by name. */
export const listViews = defineVerb({
  name: 'view.list',
  needs: 'shops:read',
  access: 'read',
  input: z.object({}),
  output: z.array(SavedView),
  async run(ctx: ShopContext) {
    return (await listSavedViews(ctx.queries, ownKey(ctx))).map(toSavedView)
  },
})
