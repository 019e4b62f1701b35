import { AppError } from '@tillsight/core'
import { findAnnotation, type SignedAnnotationRow } from '@tillsight/database'
import { DayInput } from '@tillsight/metrics'
import { z } from 'zod'
import { type OwnKey, ownKey, permissionsOf, type ShopContext } from '../context/index.ts'

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
export function toAnnotation(ctx: ShopContext, row: SignedAnnotationRow): Annotation {
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
export async function findVisible({ queries }: ShopContext, key: OwnKey, id: string): Promise<SignedAnnotationRow> {
  const row = z.uuid().safeParse(id).success ? await findAnnotation(queries, key, id) : undefined
  if (row !== undefined) return row
  throw new AppError('not_found', 'This note does not exist any more. Somebody may have removed it.')
}
