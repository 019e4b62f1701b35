import { AppError } from '@tillsight/core'
import { countAnnotations, createAnnotation, readPerson } from '@tillsight/database'
import { DayInput } from '@tillsight/metrics'
import { z } from 'zod'
import { assertAllowed, defineVerb, ownWritableKey, type ShopContext } from '../context/index.ts'
import { Annotation, toAnnotation } from './annotation.ts'

/** Per person and shop. */
const mostAnnotations = 5000

/** Writes a note on a day. Throws `forbidden` when it is to be shared and the role does not allow that. */
export const addAnnotation = defineVerb({
  name: 'annotation.add',
  needs: 'metrics:read',
  access: 'write',
  input: z.object({
    day: DayInput,
    text: z
      .string()
      .trim()
      .min(1, 'Write what happened on the day.')
      .max(280, 'This note is too long: at most 280 characters.')
      .regex(/^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}]*$/u, 'A note is one line: it holds a character that cannot stand there.'),
    isShared: z.boolean(),
  }),
  output: Annotation,
  async run(ctx: ShopContext, annotation) {
    const key = ownWritableKey(ctx)
    if (annotation.isShared) assertAllowed(ctx.actor, 'annotations:write', 'annotation.share')
    if ((await countAnnotations(ctx.queries, key)) >= mostAnnotations) {
      throw new AppError(
        'limit_reached',
        `You have written ${mostAnnotations} notes on this shop, which is the most. Remove some first.`,
      )
    }
    const { name } = await readPerson(ctx.queries, key.personId)
    return toAnnotation(ctx, {
      ...(await createAnnotation(ctx.queries, { ...key, ...annotation })),
      authorName: name,
    })
  },
})
