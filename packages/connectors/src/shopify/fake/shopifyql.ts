import { decimalText } from './money.ts'
import { type ReportQuery, readReportQuery } from './report-query.ts'
import { dimensions, metrics, type ReportRow, reportRows } from './report-rows.ts'
import type { ShopCall } from './shop-world.ts'

/** Answers a ShopifyQL query over the `sales` table; what it cannot read comes back as parse errors, as Shopify does. */
export function answerShopifyql(text: string, call: ShopCall): object {
  const query = readReportQuery(text, call.world)
  if ('problem' in query)
    return { parseErrors: [query.problem], parseWarnings: [], tableData: null, analyticsTargets: [] }
  const columns = [...query.by, ...query.show]
  return {
    parseErrors: [],
    parseWarnings: [],
    analyticsTargets: [],
    tableData: {
      columns: columns.map((name) => ({
        name,
        displayName: displayName(name),
        shortDisplayName: null,
        dataType: dimensions[name]?.type ?? metrics[name]?.type ?? 'UNSPECIFIED',
        subType: null,
        columnOrigin: 'REQUESTED',
        dynamicColumnMetadata: null,
      })),
      rowMetadata: [],
      rows: tableRows(query, call),
    },
  }
}

function displayName(name: string): string {
  return name.replace(/^./, (letter) => letter.toUpperCase()).replaceAll('_', ' ')
}

interface Group {
  readonly keys: readonly string[]
  readonly sums: bigint[]
}

function tableRows(query: ReportQuery, { world }: ShopCall): Record<string, string>[] {
  const groups = new Map<string, Group>()
  const groupOf = (keys: readonly string[]): Group => {
    const name = keys.join('\n')
    const known = groups.get(name)
    if (known) return known
    const made = { keys, sums: query.show.map(() => 0n) }
    groups.set(name, made)
    return made
  }
  if (query.by.length === 0) groupOf([])
  if (query.fillsDays) for (const day of query.days) groupOf([day])
  for (const row of reportRows(world, query)) {
    const { sums } = groupOf(query.by.map((name) => dimensions[name]?.read(row) ?? ''))
    for (const [at, name] of query.show.entries()) sums[at] = (sums[at] ?? 0n) + amountOf(name, row)
  }
  const rows = [...groups.values()].map(({ keys, sums }) => {
    const cells = query.show.map((name, at): [string, string] => [
      name,
      printed(name, sums[at] ?? 0n, world.site.currency),
    ])
    return Object.fromEntries([...query.by.map((name, at): [string, string] => [name, keys[at] ?? '']), ...cells])
  })
  return ordered(rows, query).slice(query.offset, query.offset + query.limit)
}

function amountOf(name: string, row: ReportRow): bigint {
  return metrics[name]?.read(row) ?? 0n
}

function printed(name: string, sum: bigint, currency: string): string {
  return metrics[name]?.type === 'INTEGER' ? String(sum) : decimalText(sum, currency)
}

function ordered(rows: readonly Record<string, string>[], { by, order }: ReportQuery): Record<string, string>[] {
  const column = order?.column ?? by.at(-1)
  if (column === undefined) return [...rows]
  const isNumber = metrics[column] !== undefined
  return rows.toSorted((a, b) => {
    const [left = '', right = ''] = [a[column], b[column]]
    const difference = isNumber ? Number(left) - Number(right) : left < right ? -1 : left > right ? 1 : 0
    return order?.isDescending ? -difference : difference
  })
}
