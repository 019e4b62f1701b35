// Notes on shop days: a person's own and those that everybody of the shop sees. Knows nothing of figures or charts.
import { AppError } from '@tillsight/core'
import {
  countAnnotations,
  createAnnotation,
  deleteAnnotation,
  findAnnotation,
  listAnnotations as listRows,
  readPerson,
  type SignedAnnotationRow,
} from '@tillsight/database'
import { DayInput } from '@tillsight/metrics'
import { z } from 'zod'
import {
  assertAllowed,
  defineVerb,
  type OwnKey,
  ownKey,
  ownWritableKey,
  permissionsOf,
  type ShopContext,
} from './context/index.ts'
import { mostListedAnnotations } from './inputs/index.ts'

/** A note on a shop day. */
export const Annotation = z.object({
  id: z.string(),
  day: DayInput,
  text: z.string(),
  /** Everybody who sees the shop sees it. */
  isShared: z.boolean(),
  /** Name of who wrote it, empty without one; null when the reader did. */
  author: z.string().nullable(),
  mayRemove: z.boolean(),
})
/** A note on a shop day. */
export type Annotation = z.infer<typeof Annotation>

/** A note as the actor sees it: own ones may go, and shared ones for whoever may share. */
function toAnnotation(ctx: ShopContext, row: SignedAnnotationRow): Annotation {
  const isOwn = row.personId === ownKey(ctx).personId
  return {
    id: row.id,
    day: row.day,
    text: row.text,
    isShared: row.isShared,
    author: isOwn ? null : row.authorName,
    mayRemove: isOwn || permissionsOf(ctx.actor).includes('annotations:write'),
  }
}

/** Throws the same `not_found` for a note that is gone and for one that the person cannot see. */
async function findVisible({ queries }: ShopContext, key: OwnKey, id: string): Promise<SignedAnnotationRow> {
  const row = z.uuid().safeParse(id).success ? await findAnnotation(queries, key, id) : undefined
  if (row !== undefined) return row
  throw new AppError('not_found', 'This note does not exist any more. Somebody may have removed it.')
}

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
