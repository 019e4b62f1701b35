import { createHash, randomBytes } from 'node:crypto'
import type { KnownDocuments } from '../../app/request.server.ts'
import type { Encoding } from './compression.ts'
import { type Packed, pack, unpack } from './packed.ts'

/** What one response is made for. */
interface ForResponse {
  readonly address: string
  /** New in each response; they occur literally in the page and in its data. */
  readonly secrets: readonly string[]
  /** Undefined for a client that takes none: its pages are not remembered. */
  readonly encoding: Encoding | undefined
}

/** Rendered pages of this process. */
export interface DocumentMemory {
  /** Null where nothing can be remembered. */
  readonly of: (response: ForResponse) => KnownDocuments | null
  /** Bytes that are held. */
  readonly held: () => number
}

/** A key and its place in the memory, about. */
const bytesOfEntry = 400
const mostOpenings = 4_000

/**
 * Remembers encoded pages, the least recently used are forgotten. A page is found by a digest of everything that it is rendered
 * from, which includes the person, their shops and their settings: whoever has the same data has the same page.
 */
export function createDocumentMemory({ mostBytes }: { readonly mostBytes: number }): DocumentMemory {
  const documents = new Map<string, Packed>()
  const openings = new Set<string>()
  let held = 0

  const remember = (key: string, packed: Packed): void => {
    forget(key)
    documents.set(key, packed)
    held += sizeOf(packed)
    for (const [oldest] of documents) {
      if (held <= mostBytes) break
      forget(oldest)
    }
  }
  const forget = (key: string): void => {
    const packed = documents.get(key)
    if (packed && documents.delete(key)) held -= sizeOf(packed)
  }
  const recall = (key: string): Packed | undefined => {
    const packed = documents.get(key)
    if (!packed) return undefined
    documents.delete(key)
    documents.set(key, packed)
    return packed
  }

  return {
    held: () => held,
    of({ address, secrets, encoding }) {
      if (encoding === undefined) return null
      const values = secrets.map((secret) => Buffer.from(secret))
      const keyOf = (data: string) => digest(address, encoding, withoutSecrets(data, secrets))
      const encoded = (packed: Packed) => ({ bytes: unpack(packed, values), encoding })
      return {
        expects: (opening) => openings.has(keyOf(opening)),
        note(opening, cameSoon) {
          const key = keyOf(opening)
          if (cameSoon) openings.add(key)
          else openings.delete(key)
          if (openings.size > mostOpenings) openings.delete(openings.values().next().value ?? '')
        },
        find(data) {
          const packed = recall(keyOf(data))
          return packed && encoded(packed)
        },
        async keep(data, html) {
          const packed = await pack(html, values, encoding)
          if (!packed) return undefined
          if (sizeOf(packed) <= mostBytes) remember(keyOf(data), packed)
          return encoded(packed)
        },
      }
    },
  }
}

function sizeOf({ bytes }: Packed): number {
  return bytes.byteLength + bytesOfEntry
}

function withoutSecrets(data: string, secrets: readonly string[]): string {
  return secrets.reduce((rest, secret, index) => rest.replaceAll(secret, `\0${index}`), data)
}

/** Of texts of any length; another process makes others. */
function digest(...texts: readonly string[]): string {
  const hash = createHash('sha256').update(salt)
  for (const text of texts) hash.update(`${text.length}:`).update(text)
  return hash.digest('base64')
}

const salt = randomBytes(16)
