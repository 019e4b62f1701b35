import { AppError } from '@tillsight/core'
import { deleteSavedView } from '@tillsight/database'
import { z } from 'zod'
import { defineVerb, ownWritableKey, type ShopContext } from '../context/index.ts'

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
