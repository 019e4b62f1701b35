import type { NumberChangeView } from '@tillsight/domain'
import { fileLoader } from '../../blocks/shop/file-loader.server.ts'
import { toCsv } from '../../csv.server.ts'
import { servicesContext } from '../../request.server.ts'
import type { ShopServices } from '../../services.ts'
import type { Route } from './+types/export-route.ts'
import { readRange } from './load-changes.server.ts'

const rowsAtOnce = 500

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

/** The change log as CSV, with exact amounts. */
export const loader = fileLoader(async ({ context, request }: Route.LoaderArgs, services) => {
  const now = context.get(servicesContext).now()
  const { from, to } = readRange(services, now, new URL(request.url).searchParams)
  return {
    name: `${services.shop.domain}-changes-${from}-${to}.csv`,
    text: await printChangesCsv(services, { from, to }),
  }
})

type Cell = (change: NumberChangeView, currency: string) => string | number

/** All changes of these days, most recent first; amounts are exact, instants UTC. */
async function printChangesCsv(
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
  return toCsv(rows)
}
