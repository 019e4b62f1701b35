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

// A snapshot is a folder with two files for each part: `<part>.tsv`, a line of key and hash for each case, and `<part>.zst`,
// the texts. Texts of questions are much alike: a hundred megabytes of them are less than one.

/** Hashes of cases by key. */
type Index = ReadonlyMap<string, string>

/** Writes a part; returns its number of cases. Throws `conflict` for duplicate keys. */
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
  // Written last: a part with an index is complete.
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
    // Safe because this module wrote these lines.
    const [key, text] = JSON.parse(line) as [string, string]
    if (wants(key)) yield { key, text }
  }
}

function indexFile(folder: string, part: string): string {
  return join(folder, `${part}.tsv`)
}

/** Differences of a part between two snapshots, by key. */
interface Difference {
  readonly part: string
  readonly added: readonly string[]
  readonly removed: readonly string[]
  readonly changed: readonly string[]
}

/** Maximum number of keys listed of each kind, and of cases shown with lines. */
const named = 8
const shown = 3
const shownLines = 12
const longestLine = 300

/** Compares a part's keys and hashes. */
function differenceOf(part: string, before: Index, after: Index): Difference {
  return {
    part,
    added: [...after.keys()].filter((key) => !before.has(key)),
    removed: [...before.keys()].filter((key) => !after.has(key)),
    changed: [...after.keys()].filter((key) => before.has(key) && before.get(key) !== after.get(key)),
  }
}

/** Whether there are no differences. */
function isEmpty({ added, removed, changed }: Difference): boolean {
  return added.length + removed.length + changed.length === 0
}

/** The two folders to compare. */
interface Folders {
  readonly before: string
  readonly after: string
}

/** The differences between two snapshots in some parts, as text for people, and whether there are none. */
export async function compareSnapshots(
  folders: Folders,
  parts: readonly string[],
): Promise<{ readonly text: string; readonly isSame: boolean }> {
  const lines: string[] = []
  let isSame = true
  for (const part of parts) {
    const [before, after] = [readIndex(folders.before, part), readIndex(folders.after, part)]
    if (!before || !after) {
      isSame = false
      lines.push(`${part}: not in ${before ? folders.after : folders.before}`)
      continue
    }
    const difference = differenceOf(part, before, after)
    isSame &&= isEmpty(difference)
    lines.push(...headOf(difference, after.size), ...(await linesOf(folders, difference)))
  }
  return { text: lines.join('\n'), isSame }
}

function headOf(difference: Difference, count: number): string[] {
  const { part, added, removed, changed } = difference
  if (isEmpty(difference)) return [`${part}: no difference in ${count} cases`]
  const head = `${part}: ${changed.length} changed, ${added.length} added, ${removed.length} removed, of ${count} cases`
  const kinds = [['~', changed], ['+', added], ['-', removed]] as const // biome-ignore format: pairs
  return [head, ...kinds.flatMap(([sign, keys]) => listed(keys).map((key) => `  ${sign} ${key}`))]
}

function listed(keys: readonly string[]): readonly string[] {
  const rest = keys.length - named
  return rest > 0 ? [...keys.slice(0, named), `… and ${rest} more`] : keys
}

async function linesOf({ before, after }: Folders, { part, changed }: Difference): Promise<string[]> {
  const keys = changed.slice(0, shown)
  if (keys.length === 0) return []
  const [old, now] = await Promise.all([before, after].map((folder) => textsOf(folder, part, keys)))
  return keys.flatMap((key) => [
    `  ${key}`,
    ...changedLines(old?.get(key) ?? '', now?.get(key) ?? '').map((line) => `    ${line}`),
  ])
}

async function textsOf(folder: string, part: string, keys: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>()
  for await (const { key, text } of readCases(folder, part, (each) => keys.includes(each))) texts.set(key, text)
  return texts
}

/** The first lines that only one of two texts has; common lines between them are left out. */
export function changedLines(before: string, after: string): string[] {
  const [old, now] = [before, after].map((text) => text.split('\n'))
  const [oldCounts, nowCounts] = [old, now].map((lines = []) => countsOf(lines))
  const gone = (old ?? []).filter((line) => isMore(line, oldCounts, nowCounts))
  const come = (now ?? []).filter((line) => isMore(line, nowCounts, oldCounts))
  const pairs = Array.from({ length: Math.max(gone.length, come.length) }, (_, nth) => pairOf(gone[nth], come[nth]))
  const lines = pairs.length === 0 ? ['the same lines in another order'] : pairs.flat()
  return lines.length > shownLines
    ? [...lines.slice(0, shownLines), `… ${lines.length - shownLines} lines more`]
    : lines
}

type Counts = ReadonlyMap<string, number> | undefined

function countsOf(lines: readonly string[]): Counts {
  const counts = new Map<string, number>()
  for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1)
  return counts
}

function isMore(line: string, here: Counts, there: Counts): boolean {
  return (here?.get(line) ?? 0) > (there?.get(line) ?? 0)
}

/** Long lines start at their first difference. */
function pairOf(before: string | undefined, after: string | undefined): string[] {
  const start = before === undefined || after === undefined ? 0 : Math.max(0, firstDifference(before, after) - 60)
  const cut = (line: string): string => {
    const end = start + longestLine
    return `${start > 0 ? '…' : ''}${line.slice(start, end)}${line.length > end ? '…' : ''}`
  }
  return [...(before === undefined ? [] : [`- ${cut(before)}`]), ...(after === undefined ? [] : [`+ ${cut(after)}`])]
}

function firstDifference(one: string, other: string): number {
  let at = 0
  while (at < one.length && one[at] === other[at]) at += 1
  return at
}
