import type { ObjectRow } from '@tillsight/database'
import { type ByteRange, StorageError } from '@tillsight/storage'

/** How somebody came to a file, which decides who may keep a copy. */
export type Reach =
  | { readonly kind: 'bearer' }
  | { readonly kind: 'public' }
  | { readonly kind: 'signed'; readonly seconds: number }

/** Types that browsers may show beside the dashboard: nothing among them runs. */
const shown = new Set(['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/avif', 'text/plain'])

interface Options {
  readonly reach: Reach
  readonly etag: string
  /** The name to save it as; null: not asked for. */
  readonly download: string | null
}

/** Headers of every answer with a file: files are from strangers, and share the dashboard's origin. */
export function fileHeaders(object: ObjectRow, { reach, etag, download }: Options): Headers {
  const [bare = ''] = object.type.toLowerCase().split(';')
  const disposition = dispositionOf(bare.trim(), download)
  return new Headers({
    // A browser that ignores the rest still shows no page.
    'content-type': bare.trim() === 'text/html' ? 'text/plain;charset=UTF-8' : object.type,
    etag,
    'last-modified': object.updatedAt.toUTCString(),
    'accept-ranges': 'bytes',
    'cache-control': cacheControl(object, reach),
    'x-robots-tag': 'none',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
    'cross-origin-resource-policy': reach.kind === 'bearer' ? 'same-origin' : 'cross-origin',
    'referrer-policy': 'no-referrer',
    ...(disposition === undefined ? {} : { 'content-disposition': disposition }),
  })
}

function cacheControl({ cacheControl: stored }: ObjectRow, reach: Reach): string {
  switch (reach.kind) {
    case 'public':
      return stored
    case 'bearer':
      return 'private, no-store'
    case 'signed':
      return `private, max-age=${Math.max(0, reach.seconds)}`
  }
}

function dispositionOf(type: string, download: string | null): string | undefined {
  if (download === null) return shown.has(type) ? undefined : 'attachment'
  const name = download.replaceAll(/[\p{Cc}"\\/]/gu, '')
  return name === '' ? 'attachment' : `attachment; filename*=UTF-8''${encode(name)}`
}

/** As RFC 5987 asks. */
function encode(name: string): string {
  return encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

/** The one range that is asked for; undefined: the whole. Throws `InvalidRange`. */
export function readRange(header: string | undefined, size: number): ByteRange | undefined {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? []
  if (from === '' && to === '') return undefined
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  if (start > end || start >= size) throw new StorageError('InvalidRange')
  return { start, end }
}
