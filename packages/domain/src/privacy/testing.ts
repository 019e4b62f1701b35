// Reads everything stored about a shop in plain text, for tests that search for a person who must not be found.
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { backupDatabase } from '@tillsight/database'
import { tables } from '@tillsight/warehouse'
import { z } from 'zod'
import type { ShopContext } from '../context/index.ts'

const StoredRow = z.object({ row: z.string() })

/** Every row of every table of both stores as text, including superseded rows on disk and the contents of binary columns. */
export async function readEverything({ db, warehouse, clock }: ShopContext): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'tillsight-everything-'))
  try {
    await backupDatabase(db, folder, { clock })
    const lines: string[] = []
    for (const file of await readdir(folder)) {
      if (!file.endsWith('.gz')) continue
      for (const line of gunzipSync(await readFile(join(folder, file)))
        .toString()
        .split('\n')) {
        lines.push(
          `${file} ${line.replaceAll(/\\\\x([0-9a-f]+)/g, (_, hex: string) => Buffer.from(hex, 'hex').toString())}`,
        )
      }
    }
    for (const { name } of tables) {
      const sql = `SELECT toJSONString(tuple(*)) AS row FROM ${name} WHERE shop_id = {shop:UUID} SETTINGS final = 0`
      for (const { row } of await warehouse.read({ sql, params: {} }, StoredRow)) lines.push(`${name} ${row}`)
    }
    return lines
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Rows that contain one of the texts, ignoring case. */
export function findTexts(lines: readonly string[], texts: readonly string[]): string[] {
  const wanted = texts.map((text) => text.toLowerCase())
  return lines.filter((line) => wanted.some((text) => line.toLowerCase().includes(text)))
}
