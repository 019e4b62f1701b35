import { type Index, readCases, readIndex } from './snapshot.ts'

/** How a part of two snapshots differs, by key. */
export interface Difference {
  readonly part: string
  readonly added: readonly string[]
  readonly removed: readonly string[]
  readonly changed: readonly string[]
}

/** How many keys of each kind are named, and of how many cases lines are shown. */
const named = 8
const shown = 3
const shownLines = 12
const longestLine = 300

/** Compares an area's keys and hashes. */
export function differenceOf(part: string, before: Index, after: Index): Difference {
  return {
    part,
    added: [...after.keys()].filter((key) => !before.has(key)),
    removed: [...before.keys()].filter((key) => !after.has(key)),
    changed: [...after.keys()].filter((key) => before.has(key) && before.get(key) !== after.get(key)),
  }
}

/** Whether there is none. */
export function isEmpty({ added, removed, changed }: Difference): boolean {
  return added.length + removed.length + changed.length === 0
}

/** The two folders that are compared. */
export interface Folders {
  readonly before: string
  readonly after: string
}

/** What differs between two snapshots in some parts, as text for people, and whether nothing does. */
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

/** Lines that one of two texts has and the other has not, the first of them; what is the same between them is left out. */
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

/** Long lines are told from where they part. */
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
