import { plainCell } from '@tillsight/core'
import type { NumberChangeView } from '@tillsight/domain'
import { stringify } from 'csv-stringify/sync'
import type { ShopServices } from '../../services.ts'

const rowsAtOnce = 500

type Cell = (change: NumberChangeView, currency: string) => string | number

const columns: Readonly<Record<string, Cell>> = {
  day: ({ day }) => day,
  figure: ({ metric }) => metric,
  cause: ({ cause, credit }) => credit?.because ?? cause,
  order: ({ orderName }) => orderName,
  account: ({ account }) => account?.id ?? '',
  orders: ({ credit }) => credit?.orders ?? '',
  from_channel: ({ credit }) => (credit ? (credit.from ?? 'not_tracked') : ''),
  to_channel: ({ credit }) => (credit ? (credit.to ?? 'not_tracked') : ''),
  model: ({ credit }) => credit?.rules.model ?? '',
  before: ({ before, credit }) => (credit ? '' : before),
  after: ({ after, credit }) => (credit ? '' : after),
  change: ({ difference }) => difference,
  currency: ({ account }, currency) => account?.currency ?? currency,
  seen_at: ({ seenAt }) => seenAt,
}

/** Every change of figures of these days, the last seen first; amounts are exact, instants UTC. */
export async function printChangesCsv(
  services: Pick<ShopServices, 'run'>,
  range: { readonly from: string; readonly to: string },
): Promise<string> {
  const rows: (string | number)[][] = [Object.keys(columns)]
  let cursor: string | undefined
  do {
    const asked = { from: range.from, to: range.to, limit: rowsAtOnce }
    const page = await services.run('numbers.changes', { ...asked, ...(cursor === undefined ? {} : { cursor }) })
    for (const change of page.changes) rows.push(Object.values(columns).map((cell) => cell(change, page.currency)))
    cursor = page.cursor
  } while (cursor !== undefined)
  return stringify(rows, { bom: true, record_delimiter: 'windows', cast: { string: plainCell } })
}
