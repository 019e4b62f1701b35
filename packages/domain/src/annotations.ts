// Notes on shop days: personal ones and those shared within the shop. Knows nothing of figures or charts.
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
  createShopReads,
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
  /** Whether everybody with access to the shop sees it. */
  isShared: z.boolean(),
  /** The author's name, empty if they have none; null if the reader wrote it. */
  author: z.string().nullable(),
  mayRemove: z.boolean(),
})
/** A note on a shop day. */
export type Annotation = z.infer<typeof Annotation>

/** A note as the actor sees it: they can remove their own, and shared ones with the permission to share. */
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

/** Throws the same `not_found` for a note that does not exist and one that the person cannot see. */
async function findVisible({ queries }: ShopContext, key: OwnKey, id: string): Promise<SignedAnnotationRow> {
  const row = z.uuid().safeParse(id).success ? await findAnnotation(queries, key, id) : undefined
  if (row !== undefined) return row
  throw new AppError('not_found', 'This note does not exist any more. Somebody may have removed it.')
}

/** Limit per person and shop. */
const mostAnnotations = 5000

/** Adds a note to a day. Throws `forbidden` when it is to be shared and the role does not permit that. */
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

/** The person's own and the shared notes on days of the range, oldest day first; above the limit, the newest. */
export const listAnnotations = defineVerb({
  name: 'annotation.list',
  needs: 'metrics:read',
  access: 'read',
  input: z.object({ from: DayInput, to: DayInput }),
  output: z.array(Annotation),
  async run(ctx: ShopContext, range) {
    const { reads = createShopReads(ctx) } = ctx
    if (!(await reads.standing()).hasNotes) return []
    const rows = await listRows(ctx.queries, ownKey(ctx), { ...range, limit: mostListedAnnotations })
    return rows.map((row) => toAnnotation(ctx, row))
  },
})

/** Removes a note: one's own, or a shared one with the permission to share. Throws `not_found`. */
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
