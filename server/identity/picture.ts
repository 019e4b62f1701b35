import { AppError } from '@tillsight/core'
import sharp, { type ResizeOptions, type Sharp } from 'sharp'

const largestBytes = 5 * 1024 * 1024
const mostPixels = 50_000_000
const side = 256
/** Wide enough for a card on a sharp screen. */
const longestAdSide = 480
const formats = new Set(['jpeg', 'png', 'webp', 'gif', 'heif', 'avif'])

/**
 * Re-encodes a profile picture: square, WebP, without metadata. The type is detected from its bytes, not its name. Throws
 * `invalid_input`.
 */
export async function encodePicture(image: Uint8Array): Promise<Uint8Array> {
  return encode(image, { width: side, height: side, fit: 'cover', position: 'attention' })
}

/** Re-encodes the picture of an ad, uncropped and small, otherwise like {@link encodePicture}. Throws `invalid_input`. */
export async function encodeAdPicture(image: Uint8Array): Promise<Uint8Array> {
  return encode(image, { width: longestAdSide, height: longestAdSide, fit: 'inside', withoutEnlargement: true })
}

async function encode(image: Uint8Array, size: ResizeOptions): Promise<Uint8Array> {
  if (image.byteLength === 0) throw refused('Choose a picture first.')
  if (image.byteLength > largestBytes) throw refused('This picture is larger than 5 MB. Choose a smaller one.')
  const source = (): Sharp => sharp(image, { failOn: 'truncated', limitInputPixels: mostPixels })
  try {
    const { format } = await source().metadata()
    if (!formats.has(format))
      throw refused('This is not a picture that can be used. Choose a JPEG, PNG, WebP, GIF or AVIF.')
    const encoded = await source().rotate().resize(size).webp({ quality: 82 }).toBuffer()
    return new Uint8Array(encoded)
  } catch (error) {
    if (error instanceof AppError) throw error
    const isHuge = error instanceof Error && error.message.includes('pixel limit')
    throw refused(
      isHuge
        ? 'This picture has more than 50 million pixels. Choose a smaller one.'
        : 'This is not a whole picture. Choose a JPEG, PNG, WebP, GIF or AVIF.',
    )
  }
}

function refused(message: string): AppError {
  return new AppError('invalid_input', message, { details: { field: 'picture' } })
}
