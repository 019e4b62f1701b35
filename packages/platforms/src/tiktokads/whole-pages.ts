import type { AdAccount } from '../ad-records.ts'
import type { Api } from './api.ts'
import { moving } from './failures.ts'
import { countOf, isRow, rowsOf } from './values.ts'

/** A list that is read to its last page. */
export interface PagesQuestion<T> {
  readonly what: string
  readonly path: string
  readonly query: Readonly<Record<string, unknown>>
  readonly account: Pick<AdAccount, 'id' | 'name'>
  /** Rows of a page. */
  readonly size: number
  readonly read: (row: Readonly<Record<string, unknown>>) => T
  /** The same for a row that comes twice. */
  readonly keyOf: (row: T) => string
  /** Another way to the rows, for so many pages; undefined: there is none. */
  readonly instead?: (pages: number) => Promise<readonly T[] | undefined>
}

const mostReadings = 4

/**
 * All rows of a list, each once. Pages shift while figures arrive: when the number of rows changed on the way, or one page
 * repeats what another had and rows are missing for it, everything is read again. Throws `transient` for a list that does not
 * come to rest.
 */
export async function readWholePages<T>(api: Api, question: PagesQuestion<T>): Promise<readonly T[]> {
  for (let reading = 0; reading < mostReadings; reading += 1) {
    const rows = await readOnce(api, question)
    if (rows !== undefined) return rows
  }
  throw moving(question.account.name)
}

async function readOnce<T>(api: Api, question: PagesQuestion<T>): Promise<readonly T[] | undefined> {
  const { what, path, query, account, size, read, keyOf, instead } = question
  // The same row may come on two pages; the later one holds.
  const rows = new Map<string, T>()
  let total: number | undefined
  for (let page = 1, last = 1; page <= last; page += 1) {
    const data = await api.ask({
      what,
      path,
      query: { ...query, page: String(page), page_size: String(size) },
      advertiser: account,
    })
    const counted = countsOf(data)
    if (total !== undefined && counted.rows !== total) return undefined
    total = counted.rows
    last = counted.pages
    const others = page === 1 ? await instead?.(last) : undefined
    const whole = others && new Map(others.map((row) => [keyOf(row), row]))
    // A file that lacks rows is not believed: then there are pages.
    if (whole && whole.size >= total) return [...whole.values()]
    for (const row of rowsOf(data.list).map(read)) rows.set(keyOf(row), row)
  }
  return rows.size < (total ?? 0) ? undefined : [...rows.values()]
}

function countsOf({ page_info }: Readonly<Record<string, unknown>>): { readonly rows: number; readonly pages: number } {
  const info = isRow(page_info) ? page_info : {}
  return { rows: countOf(info['total_number']), pages: countOf(info['total_page']) }
}
