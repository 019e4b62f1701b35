import type { Sorting } from '../breakdown-table/model.ts'

/** What rows are searched and sorted by. */
export interface Arrangeable {
  readonly label: string
  readonly detail: string | undefined
  /** Sort values by column; null sorts last in either direction. */
  readonly ranks: Readonly<Record<string, number | null>>
}

/** Rows whose label or detail contains every word of the search. */
export function findRows<Row extends Arrangeable>(rows: readonly Row[], find: string | undefined): readonly Row[] {
  const words = (find ?? '').toLocaleLowerCase('en').split(/\s+/).filter(Boolean)
  if (words.length === 0) return rows
  return rows.filter(({ label, detail }) => {
    const text = `${label} ${detail ?? ''}`.toLocaleLowerCase('en')
    return words.every((word) => text.includes(word))
  })
}

/** Parses the address's sorting; a leading minus is descending. Unknown columns fall back to the default. */
export function readSorting(text: string | undefined, usual: string, keys: readonly string[]): Sorting {
  const keyOf = (choice: string) => choice.replace(/^-/, '')
  const chosen = text !== undefined && ['name', ...keys].includes(keyOf(text)) ? text : usual
  return { key: keyOf(chosen), direction: chosen.startsWith('-') ? 'descending' : 'ascending' }
}

/** Rows sorted; ties by name. */
export function sortRows<Row extends Arrangeable>(rows: readonly Row[], { key, direction }: Sorting): readonly Row[] {
  const names = new Intl.Collator('en', { numeric: true })
  const byName = (a: Row, b: Row) => names.compare(a.label, b.label) || names.compare(a.detail ?? '', b.detail ?? '')
  const sign = direction === 'ascending' ? 1 : -1
  if (key === 'name') return rows.toSorted((a, b) => sign * byName(a, b))
  return rows.toSorted((a, b) => {
    const [left, right] = [a.ranks[key] ?? null, b.ranks[key] ?? null]
    if (left === null || right === null) return Number(left === null) - Number(right === null) || byName(a, b)
    return sign * (left - right) || byName(a, b)
  })
}

/** The page number of an address; the first unless it is a number. */
export function pageNumber(asked: string | undefined): number {
  return /^\d{1,6}$/.test(asked ?? '') ? Math.max(1, Number(asked)) : 1
}

/** One page of the rows; a page beyond the last is the last. */
export function pageOf<Row>(rows: readonly Row[], asked: string | undefined, size: number) {
  const pages = Math.max(1, Math.ceil(rows.length / size))
  const page = Math.min(pageNumber(asked), pages)
  return { page, pages, rows: rows.slice((page - 1) * size, page * size) }
}
