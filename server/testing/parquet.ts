import { createClient } from '@clickhouse/client'
import { freePort, startTestHost } from '@tillsight/warehouse/testing'
import type { CleanUp } from './temporary.ts'

/** Contents of a Parquet file, as an independent reader sees them. */
export interface ReadParquet {
  /** Columns in order, with their types: `Decimal(38, 6)`. */
  readonly types: Readonly<Record<string, string>>
  /** Decimals and whole numbers as text, instants in UTC, null for missing values. */
  readonly rows: readonly Readonly<Record<string, string | null>>[]
}

/** Without these, row groups are read in parallel. */
const inOrder = 'SETTINGS max_threads = 1, input_format_parquet_preserve_order = 1'

/** Reads Parquet files with ClickHouse, independently of our writer. */
export async function openParquetReader(t: CleanUp): Promise<(file: string) => Promise<ReadParquet>> {
  const { url } = await startTestHost({ after: (work) => t.after(work) }, { port: await freePort() })
  const client = createClient({ url })
  t.after(() => client.close())
  const select = async <T>(query: string, params: Readonly<Record<string, string>>): Promise<T[]> => {
    const response = await client.query({ query, format: 'JSONEachRow', query_params: params })
    return await response.json<T>()
  }
  return async (file) => {
    const described = await select<{ name: string; type: string }>('DESCRIBE file({file:String}, Parquet)', { file })
    const texts = described.map(({ name }) => `toString(\`${name}\`) AS \`${name}\``)
    return {
      types: Object.fromEntries(
        described.map(({ name, type }) => [name, /^Nullable\((.*)\)$/.exec(type)?.[1] ?? type]),
      ),
      rows: await select(`SELECT ${texts.join(', ')} FROM file({file:String}, Parquet) ${inOrder}`, { file }),
    }
  }
}

/** Expected types of some columns of every export. */
export const exportTypes: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  metrics: {
    day: 'Date32',
    sales: 'Decimal(38, 6)',
    orders: 'Int64',
    unitsSold: 'Decimal(38, 4)',
    aov: 'Decimal(38, 10)',
    adSpend: 'Decimal(38, 16)',
    adClicks: 'Int64',
  },
  ledger: {
    booked: "DateTime64(3, 'UTC')",
    order_id: 'String',
    quantity: 'Decimal(38, 4)',
    gross: 'Decimal(38, 6)',
    rate: 'Decimal(38, 10)',
  },
  orders: { placed: "DateTime64(3, 'UTC')", units: 'Decimal(38, 4)', order_revenue: 'Decimal(38, 6)' },
  customers: { first_order: "DateTime64(3, 'UTC')", orders: 'Int64', order_revenue: 'Decimal(38, 6)' },
  attribution: { from: 'Date32', revenue: 'Decimal(38, 6)', spend: 'Decimal(38, 16)', clicks: 'Int64' },
}

/** Parses JSON lines into comparable text: decimals without trailing zeros, null for missing values. */
export function readLines(text: string): ReadParquet['rows'] {
  const rows = text
    .trim()
    .split('\n')
    .map((line): Record<string, string | number | null> => JSON.parse(line))
  return rows.map((row) => mapCells(row, (cell) => (cell === null ? null : shortest(String(cell)))))
}

/** Converts a Parquet file to the same form; instants as ISO 8601. */
export function toLines({ types, rows }: ReadParquet): ReadParquet['rows'] {
  return rows.map((row) =>
    mapCells(row, (cell, column) =>
      types[column]?.startsWith('DateTime') ? (cell?.replace(/ (.*)\.000$/, 'T$1Z') ?? null) : cell && shortest(cell),
    ),
  )
}

function mapCells<Cell>(
  row: Readonly<Record<string, Cell>>,
  map: (cell: Cell, column: string) => string | null,
): ReadParquet['rows'][number] {
  return Object.fromEntries(Object.entries(row).map(([column, cell]) => [column, map(cell, column)]))
}

function shortest(cell: string): string {
  return /^-?\d+\.\d+$/.test(cell) ? cell.replace(/\.?0+$/, '') : cell
}
