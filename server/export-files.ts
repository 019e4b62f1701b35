import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { AppError, toShopId } from '@tillsight/core'
import {
  changeExportRun,
  type Db,
  deleteObjects,
  findExportRun,
  findObject,
  findRunOfFile,
  listOldObjects,
  type ObjectRow,
  readShop,
} from '@tillsight/database'
import { type ExportFiles, fileNameOf, type KeepingServices, keepFile, toShop } from '@tillsight/domain'
import { StorageError } from '@tillsight/storage'

const bucket = 'exports'
const keptMs = 30 * 86_400_000
const usualType = 'application/octet-stream'
const types: Readonly<Record<string, string>> = {
  '.csv': 'text/csv;charset=utf-8',
  '.jsonl': 'application/x-ndjson;charset=utf-8',
  '.parquet': 'application/vnd.apache.parquet',
}

/** Files of exports in their bucket. Bytes of a draft have no row: they are swept where this process dies. */
export function createExportFiles(parts: KeepingServices): ExportFiles {
  const { store, db } = parts
  const drafts = new Map<string, string>()
  const write = async (name: string, bytes: AsyncIterable<Uint8Array>): Promise<Pick<ObjectRow, 'size' | 'sha256'>> => {
    if (name.includes('/')) return await keepExport(parts, name, bytes)
    const version = randomUUID()
    const written = await store.put(version, bytes)
    drafts.set(name, version)
    return written
  }
  return {
    async write(name, pieces, signal) {
      const { size, sha256 } = await write(name, whileWanted(pieces, signal))
      return { bytes: size, sha256 }
    },
    async open(name, part) {
      const version =
        drafts.get(name) ?? (await findObject(db.kysely, { bucket, name: await presentName(db.kysely, name) }))?.version
      return version === undefined ? undefined : await store.get(version, part)
    },
    async remove(name) {
      const draft = drafts.get(name)
      drafts.delete(name)
      if (draft === undefined) await deleteObjects(db.kysely, bucket, [name])
      else await store.remove(draft)
    },
    listOlder: (than) => listOldObjects(db.kysely, bucket, than),
  }
}

/** Mails that were queued by earlier versions name a file by its run alone; it has moved to its place in the bucket. */
async function presentName(db: Db, name: string): Promise<string> {
  const [, run] = /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.\w+$/.exec(name) ?? []
  return (run && (await findExportRun(db, run))?.run.fileName) || name
}

async function keepExport(parts: KeepingServices, name: string, bytes: AsyncIterable<Uint8Array>): Promise<ObjectRow> {
  const shop = toShop(await readShop(parts.db.kysely, toShopId(name.slice(0, name.indexOf('/')))))
  const expiresAt = new Date(parts.clock.now().getTime() + keptMs)
  const type = types[extname(name)] ?? usualType
  try {
    return await keepFile(parts, { bucket, name, shop, type, bytes, expiresAt })
  } catch (error) {
    throw error instanceof StorageError ? new AppError('conflict', error.message, { cause: error }) : error
  }
}

async function* whileWanted(
  pieces: AsyncIterable<Uint8Array | string>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) {
    signal.throwIfAborted()
    yield typeof piece === 'string' ? Buffer.from(piece) : piece
  }
  signal.throwIfAborted()
}

/** Moves files that earlier versions kept in a folder of their own. Begun again, it goes on. */
export async function moveOldExports(parts: KeepingServices, folder: string): Promise<void> {
  const { kysely } = parts.db
  for (const name of await readdir(folder).catch(() => [])) {
    const run = await findRunOfFile(kysely, name)
    if (run !== undefined) {
      const fileName = fileNameOf({ shop: run.shopId, export: run.exportId, run: run.id, file: `rows${extname(name)}` })
      await keepExport(parts, fileName, createReadStream(join(folder, name)))
      await changeExportRun(kysely, run.id, { fileName })
    }
    await rm(join(folder, name), { force: true })
  }
  await rm(folder, { recursive: true, force: true })
}
