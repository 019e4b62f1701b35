// Files whose bytes are kept in memory, for tests.
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { createGrantSigner, createPictures, type FileStore } from '@tillsight/storage'
import type { PersonContext } from '../context/index.ts'
import type { FileServices } from './access.ts'

/** A store in memory, with what it holds. */
export interface MemoryStore extends FileStore {
  readonly held: Map<string, { readonly bytes: Uint8Array; readonly writtenAt: Date }>
}

/** An empty store in memory. */
export function createMemoryStore(): MemoryStore {
  const held: MemoryStore['held'] = new Map()
  return {
    held,
    async put(version, pieces) {
      const parts: Uint8Array[] = []
      for await (const piece of pieces) parts.push(piece)
      const bytes = new Uint8Array(Buffer.concat(parts))
      held.set(version, { bytes, writtenAt: new Date() })
      const hash = (name: string) => createHash(name).update(bytes).digest('hex')
      return { size: bytes.byteLength, sha256: hash('sha256'), md5: hash('md5') }
    },
    async get(version, range) {
      const found = held.get(version)
      return found && Readable.from([Buffer.from(found.bytes.subarray(range?.start, range && range.end + 1))])
    },
    async remove(version) {
      held.delete(version)
    },
    async *list() {
      for (const [version, { writtenAt }] of held) yield { version, writtenAt }
    },
  }
}

/** Services of files whose bytes are in memory. */
export function testFiles(
  { db, clock, log }: Pick<PersonContext, 'db' | 'clock' | 'log'>,
  shops: FileServices['shops'],
): FileServices & { readonly store: MemoryStore } {
  return {
    db,
    clock,
    log,
    shops,
    store: createMemoryStore(),
    pictures: createPictures(),
    grants: createGrantSigner(new Uint8Array(32), clock),
    largestTotal: 1e7,
    largestFile: 1e6,
  }
}
