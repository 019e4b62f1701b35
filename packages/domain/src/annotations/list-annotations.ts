import { listAnnotations as listRows } from '@tillsight/database'
import { DayInput } from '@tillsight/metrics'
import { z } from 'zod'
import { defineVerb, ownKey, type ShopContext } from '../context/index.ts'
import { mostListedAnnotations } from '../inputs/index.ts'
import { Annotation, toAnnotation } from './annotation.ts'

/** The person's own notes and the shared ones on days of the range, the oldest day first; of too many, the newest. */
export const listAnnotations = defineVerb({
  name: 'annotation.list',
  needs: 'metrics:read',
  access: 'read',
  input: z.object({ from: DayInput, to: DayInput }),
  output: z.array(Annotation),
  async run(ctx: ShopContext, range) {
    const rows = await listRows(ctx.queries, ownKey(ctx), { ...range, limit: mostListedAnnotations })
    return rows.map((row) => toAnnotation(ctx, row))
  },
})
