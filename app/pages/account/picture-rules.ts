/** Accepted picture types. The server inspects the content itself; these only save an upload. */
export const pictureTypes = ['image/jpeg', 'image/png', 'image/webp'] as const

/** Bytes. */
const largest = 5 * 1024 * 1024

/** Why a file cannot be the picture; undefined when it may be one. */
export function picturePitfall({ size, type }: { readonly size: number; readonly type: string }): string | undefined {
  if (size === 0) return 'Choose a file first.'
  if (!pictureTypes.some((known) => known === type)) return 'Take a JPEG, PNG or WebP file.'
  return size > largest ? 'This file is larger than 5 MB. Take a smaller one.' : undefined
}
