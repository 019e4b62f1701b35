/** Accepted picture types. The server inspects the content itself; these only save an upload. */
export const pictureTypes = ['image/jpeg', 'image/png', 'image/webp'] as const

/** Bytes. */
const largest = 5 * 1024 * 1024

type PicturePitfall = 'noFile' | 'wrongType' | 'tooLarge'

/** Why a file cannot be the picture; undefined when it may be one. */
export function picturePitfall({
  size,
  type,
}: {
  readonly size: number
  readonly type: string
}): PicturePitfall | undefined {
  if (size === 0) return 'noFile'
  if (!pictureTypes.some((known) => known === type)) return 'wrongType'
  return size > largest ? 'tooLarge' : undefined
}
