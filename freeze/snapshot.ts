// A snapshot is a folder with two files for each part: `<part>.tsv`, a line of key and hash for each case, and `<part>.zst`,
// the texts. Texts of questions are much alike: a hundred megabytes of them are less than one.

import { once } from 'node:events'
import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { finished } from 'node:stream/promises'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import { AppError } from '@tillsight/core'
import { type Case, type Cases, hashOf } from './case.ts'

/** By key, the hash of a case. */
export type Index = ReadonlyMap<string, string>

/** Writes a part; answers how many cases it has. Throws `conflict` when two have the same key. */
export async function writePart(folder: string, part: string, cases: Cases): Promise<number> {
  mkdirSync(folder, { recursive: true })
  const hashes = new Map<string, string>()
  const begun = join(folder, `${part}.begun`)
  const file = createWriteStream(begun)
  const texts = createZstdCompress()
  texts.pipe(file)
  for await (const each of cases) {
    if (hashes.has(each.key)) throw new AppError('conflict', `Two cases of ${part} are called ${each.key}.`)
    hashes.set(each.key, hashOf(each.text))
    if (!texts.write(`${JSON.stringify([each.key, each.text])}\n`)) await once(texts, 'drain')
  }
  texts.end()
  await finished(file)
  renameSync(begun, join(folder, `${part}.zst`))
  // The last thing that is written: a part with an index is whole.
  const lines = [...hashes].map(([key, hash]) => `${key}\t${hash}`).toSorted()
  writeFileSync(indexFile(folder, part), `${lines.join('\n')}\n`)
  return hashes.size
}

/** Reads the index of a part; undefined where the folder does not have it. */
export function readIndex(folder: string, part: string): Index | undefined {
  const file = indexFile(folder, part)
  if (!existsSync(file)) return undefined
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean)
  return new Map(lines.map((line) => [line.slice(0, line.indexOf('\t')), line.slice(line.indexOf('\t') + 1)]))
}

/** Cases of a part whose keys are wanted, in the order in which they were written. */
export async function* readCases(folder: string, part: string, wants: (key: string) => boolean): AsyncIterable<Case> {
  const texts = createReadStream(join(folder, `${part}.zst`)).pipe(createZstdDecompress())
  for await (const line of createInterface({ input: texts, crlfDelay: Number.POSITIVE_INFINITY })) {
    // Holds because this module is the one that writes these lines.
    const [key, text] = JSON.parse(line) as [string, string]
    if (wants(key)) yield { key, text }
  }
}

function indexFile(folder: string, part: string): string {
  return join(folder, `${part}.tsv`)
}
