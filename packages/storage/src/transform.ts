import { z } from 'zod'
import { StorageError } from './failure.ts'

const longestSide = 2000
const side = z.coerce
  .number()
  .int()
  .transform((pixels) => Math.min(Math.max(pixels, 1), longestSide))

/** How a picture is to be shown. */
export const Transform = z.object({
  width: side.optional(),
  height: side.optional(),
  resize: z.enum(['cover', 'contain', 'fill']).optional(),
  format: z.enum(['origin', 'webp', 'avif']).optional(),
  quality: z.coerce.number().int().min(20).max(100).optional(),
})
/** See {@link Transform}. */
export type Transform = z.infer<typeof Transform>

/** Reads what a body or an address asks for. Throws `InvalidParameter`. */
export function readTransform(given: unknown): Transform {
  const parsed = Transform.safeParse(given)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new StorageError(
    'InvalidParameter',
    `${issue?.path.join('.') ?? 'transform'}: ${issue?.message ?? 'not valid'}`,
  )
}

const resizeNames = { cover: 'fill', contain: 'fit', fill: 'force' } as const

/** As the header `X-Transformations` names it. */
export function describeTransform({ width, height, resize = 'cover', format, quality }: Transform): string {
  return [
    ...(height === undefined ? [] : [`height:${height}`]),
    ...(width === undefined ? [] : [`width:${width}`]),
    `resizing_type:${resizeNames[resize]}`,
    ...(quality === undefined ? [] : [`quality:${quality}`]),
    ...(format === undefined || format === 'origin' ? [] : [`format:${format}`]),
  ].join(',')
}
