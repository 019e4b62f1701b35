import { deleteAnnotation } from '@tillsight/database'
import { z } from 'zod'
import { assertAllowed, defineVerb, ownWritableKey, type ShopContext } from '../context/index.ts'
import { findVisible } from './annotation.ts'

/** Takes a note away: one's own, or a shared one for whoever may share. Throws `not_found`. */
export const removeAnnotation = defineVerb({
  name: 'annotation.remove',
  needs: 'metrics:read',
  access: 'write',
  input: z.object({ annotation: z.string() }),
  output: z.object({}),
  async run(ctx: ShopContext, { annotation }) {
    const key = ownWritableKey(ctx)
    const { id, personId } = await findVisible(ctx, key, annotation)
    if (personId !== key.personId) assertAllowed(ctx.actor, 'annotations:write', 'annotation.remove_shared')
    await deleteAnnotation(ctx.queries, id)
    return {}
  },
})
