// A folder in memory and services for tests of exports.
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { readShop } from '@tillsight/database'
import type { ConnectionContext } from '../connections/index.ts'
import { toShop } from '../context/index.ts'
import { silentLog } from '../reports/shop.testing.ts'
import type { ExportFiles } from './files.ts'
import type { ExportServices } from './make-run.ts'

/** Files in memory. */
export function createMemoryFiles(): ExportFiles & { readonly stored: Map<string, Buffer>; writes: number } {
  const stored = new Map<string, Buffer>()
  const files = {
    stored,
    writes: 0,
    async write(name: string, pieces: AsyncIterable<Uint8Array | string>, signal: AbortSignal) {
      const parts: Buffer[] = []
      for await (const piece of pieces) {
        signal.throwIfAborted()
        parts.push(typeof piece === 'string' ? Buffer.from(piece) : Buffer.from(piece))
      }
      const whole = Buffer.concat(parts)
      stored.set(name, whole)
      files.writes += 1
      return { bytes: whole.length, sha256: createHash('sha256').update(whole).digest('hex') }
    },
    async open(name: string, part?: { readonly start: number; readonly end: number }) {
      const whole = stored.get(name)
      return whole && Readable.from([part ? whole.subarray(part.start, part.end + 1) : whole])
    },
    async remove(name: string) {
      stored.delete(name)
    },
    listOlder: async () => [...stored.keys()],
  }
  return files
}

/** Services over a shop's stores. */
export function exportServices(ctx: ConnectionContext, files: ExportFiles): ExportServices {
  return {
    db: ctx.db,
    clock: ctx.clock,
    log: silentLog,
    files,
    openShop: async (id) => ({
      ...ctx,
      actor: { kind: 'job', name: 'Exports' },
      queries: ctx.db.kysely,
      shop: toShop(await readShop(ctx.db.kysely, id)),
    }),
    renderNews: ({ name, outcome }) => {
      const [title, body] = [`${name}: ${outcome.kind}`, JSON.stringify(outcome)]
      return { title, body, subject: title, html: '', text: body, headers: {} }
    },
  }
}
