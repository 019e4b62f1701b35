import type { Metadata, Sharp } from 'sharp'
import { StorageError } from './failure.ts'
import type { Transform } from './transform.ts'

/** A picture with its media type. */
export interface Picture {
  readonly bytes: Uint8Array
  readonly type: string
}

/** Decodes and encodes pictures, a few at a time. */
export interface Pictures {
  /** A square WebP of 256 pixels. Throws `InvalidRequest`. */
  asAvatar(bytes: Uint8Array): Promise<Picture>
  /** The same picture in the same format, upright and without what it tells about place and time. Throws `InvalidRequest`. */
  cleaned(bytes: Uint8Array): Promise<Picture>
  /** As it is to be shown. Throws `InvalidRequest`, and `SlowDown` when too many wait. */
  transformed(bytes: Uint8Array, transform: Transform): Promise<Picture>
}

const mostPixels = 50_000_000
const avatarSide = 256
const timeoutSeconds = 10
const mostRunning = 2
const mostWaiting = 32
const usualQuality = 80

const types = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  gif: 'image/gif',
  avif: 'image/avif',
} as const
type Format = keyof typeof types

type Edit = (image: Sharp) => Sharp

/** Opens the library with the first picture: it takes memory, and many processes never need it. */
export function createPictures(): Pictures {
  const inTurn = createTurns()
  const work = (bytes: Uint8Array, format: Format | 'origin', edit: Edit): Promise<Picture> =>
    inTurn(() => encode(bytes, format, edit))
  return {
    asAvatar: (bytes) =>
      work(bytes, 'webp', (image) =>
        image
          .resize({ width: avatarSide, height: avatarSide, fit: 'cover', position: 'attention' })
          .webp({ quality: 82 }),
      ),
    cleaned: (bytes) => work(bytes, 'origin', (image) => image),
    transformed: (bytes, { format = 'origin', quality = usualQuality, ...size }) =>
      work(bytes, format, (image) => withQuality(resized(image, size), quality)),
  }
}

const fits = { cover: 'cover', contain: 'inside', fill: 'fill' } as const

function resized(image: Sharp, { width, height, resize = 'cover' }: Omit<Transform, 'format' | 'quality'>): Sharp {
  if (width === undefined && height === undefined) return image
  const size = { ...(width && { width }), ...(height && { height }) }
  return image.resize({ ...size, fit: fits[resize], withoutEnlargement: resize !== 'fill' })
}

function withQuality(image: Sharp, quality: number): Sharp {
  // Options for a format do not choose it.
  return image
    .jpeg({ quality, force: false })
    .webp({ quality, force: false })
    .avif({ quality, force: false })
    .png({ force: false })
}

async function encode(bytes: Uint8Array, target: Format | 'origin', edit: Edit): Promise<Picture> {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  const open = (): Sharp => sharp(bytes, { failOn: 'truncated', limitInputPixels: mostPixels, pages: 1 })
  try {
    const found = formatOf(await open().metadata())
    if (found === undefined) throw notAPicture()
    const format = target === 'origin' ? found : target
    const edited = edit(open().rotate()).timeout({ seconds: timeoutSeconds })
    const { data } = await edited.toFormat(format).toBuffer({ resolveWithObject: true })
    return { bytes: new Uint8Array(data), type: types[format] }
  } catch (error) {
    if (error instanceof StorageError) throw error
    throw notAPicture(error)
  }
}

/** What the bytes are, whatever they are called; undefined for what no browser shows, and for SVG, which is a program. */
function formatOf({ format }: Metadata): Format | undefined {
  // AVIF is a kind of HEIF to the library.
  const named = format === 'heif' ? 'avif' : format
  return named !== undefined && isFormat(named) ? named : undefined
}

function isFormat(name: string): name is Format {
  return name in types
}

function notAPicture(cause?: unknown): StorageError {
  const message = 'The source image is invalid or unsupported for rendering'
  return new StorageError('InvalidRequest', message, { cause })
}

/** Runs a few pieces of work at a time, lets some wait and sends the others away. */
function createTurns(): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (running >= mostRunning) {
      if (waiting.length >= mostWaiting) throw new StorageError('SlowDown')
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else {
      running++
    }
    try {
      return await work()
    } finally {
      // Whoever waits takes this place over.
      const next = waiting.shift()
      if (next === undefined) running--
      else next()
    }
  }
}
