import { type ClickHouseSettings, SettingsMap } from '@clickhouse/client'
import { AppError, type ShopId } from '@tillsight/core'
import { z } from 'zod'
import { allColumns, allRows, type ColumnsRead, type Connection, type Statement } from './connection.ts'
import type { CompiledPurge, CompiledRewrite, FileOptions, ReadOptions, RowColumns, ShopWarehouse } from './contract.ts'
import { toAppError } from './failures.ts'
import { encodeRows, toBlocks } from './rows.ts'
import { listParameters, quoteName } from './sql.ts'
import type { CompiledQuery } from './table.ts'
import { type TableName, tableOf, tables } from './tables.ts'

/** What ties a handle to one shop. */
export interface Binding {
  readonly connection: Connection
  readonly shop: ShopId
  /** Settings that every read needs here, such as those of a cluster. */
  readonly settings: ClickHouseSettings
  /** Priority of reads, if it differs: look-ups have 1, background reads 2. */
  readonly priority?: string | undefined
  /** Whether an insert may count its rows more than once on their way. */
  readonly clustered: boolean
  /** The quoted name of the table that receives new rows. */
  readonly intake: (name: TableName) => string
  /** The tables that store a table's rows, for maintenance statements. */
  readonly storage: (name: TableName) => readonly string[]
}

const defaultTimeoutSeconds = 30
const rewriteTimeoutSeconds = 300

/** For statements that work on whole parts, and must be complete when they return. */
export const maintenance: ClickHouseSettings = { max_execution_time: 0, mutations_sync: '2', alter_sync: '2' }

/** Insert settings that turn a block of any size into one part, atomically and on disk when acknowledged. */
const oneBlock: ClickHouseSettings = {
  async_insert: 0,
  max_insert_block_size: '10000000',
  min_insert_block_size_rows: '10000000',
  min_insert_block_size_bytes: '0',
  input_format_parallel_parsing: 0,
  input_format_skip_unknown_fields: 0,
  input_format_null_as_default: 0,
}

/** A rewrite derives no key twice, and looking for duplicates takes as long as deriving. Reads would merge them anyway. */
const asGiven: ClickHouseSettings = { optimize_on_insert: 0 }

/** Reads and writes for one shop, whatever the SQL says. */
export function bindShop(binding: Binding): ShopWarehouse {
  const { connection, shop, settings, clustered, priority, intake, storage } = binding
  const own: ClickHouseSettings = { ...settings, additional_table_filters: onlyShop(shop) }
  const toStatement = (query: CompiledQuery, { signal, lookup, unmerged, timeoutSeconds }: ReadOptions): Statement => ({
    sql: query.sql,
    params: { ...boundParams(query), shop },
    settings: {
      ...own,
      final: unmerged ? 0 : 1,
      // A filter of the sorting key holds for all versions of a row alike, so that it may come before they are merged.
      optimize_move_to_prewhere_if_final: 1,
      readonly: '2',
      cancel_http_readonly_queries_on_client_close: 1,
      max_execution_time: timeoutSeconds ?? defaultTimeoutSeconds,
      ...(lookup ? { priority: '1' } : priority === undefined ? {} : { priority }),
    },
    ...(signal ? { signal } : {}),
  })

  return {
    shop,
    async read<T>(query: CompiledQuery, row: z.ZodType<T> | RowColumns<T>, options: ReadOptions = {}) {
      const statement = sentWhole(toStatement(query, options))
      if (row instanceof z.ZodType) return parseRows(row, await connection.ask(statement, allRows))
      return rowsOfColumns(row, await connection.ask(statement, allColumns, 'JSONColumnsWithMetadata'))
    },
    async *stream<T>(query: CompiledQuery, row: z.ZodType<T>, options: ReadOptions = {}) {
      const result = await connection.ask(toStatement(query, options), (begun) => begun)
      try {
        for await (const batch of result.stream<unknown>()) {
          const values = batch.map((each) => each.json<unknown>())
          yield* parseRows(row, values)
        }
      } catch (error) {
        throw toAppError(error)
      } finally {
        result.close()
      }
    },
    async *file(query: CompiledQuery, { format = 'Parquet', ...options }: FileOptions = {}) {
      try {
        for await (const piece of await connection.file(toStatement(query, options), format)) yield bytesOf(piece)
      } catch (error) {
        throw toAppError(error)
      }
    },
    async insert(name: TableName, rows) {
      const table = tableOf(name)
      const blocks = toBlocks(table, encodeRows(table, shop, rows))
      const target = {
        table: intake(name),
        columns: Object.keys(table.columns),
        settings: { ...settings, ...oneBlock },
      }
      for (const block of blocks) {
        const written = await connection.insert({ ...target, rows: block })
        const complete = clustered ? written >= block.length : written === block.length
        if (!complete) throw incomplete(name, block.length, written)
      }
      return rows.length
    },
    async rewrite(query: CompiledRewrite) {
      const columns = Object.keys(tableOf(query.into).columns).map(quoteName)
      const values = columns.map((column) => (column === quoteName('shop_id') ? '{shop:UUID}' : column))
      return connection.run({
        sql: `INSERT INTO ${intake(query.into)} (${columns.join(', ')}) SELECT ${values.join(', ')} FROM (${query.sql}\n)`,
        params: { ...boundParams(query), shop },
        settings: { ...own, ...oneBlock, ...asGiven, final: 1, max_execution_time: rewriteTimeoutSeconds },
      })
    },
    async purge({ from, where, params }: CompiledPurge) {
      const condition = `shop_id = {shop:UUID} AND (${where})`
      const bound = { ...boundParams({ sql: condition, params }), shop }
      for (const place of storage(from)) {
        const sql = `ALTER TABLE ${place} DELETE WHERE ${condition}`
        await connection.run({ sql, params: bound, settings: maintenance })
      }
    },
  }
}

/** From here on, a server keeps an answer that waits for its end in a file. */
const answerBytes = 4 * 1024 * 1024

/** What is taken whole is sent whole: then the embedded engine plans it beside others, and a failure has its status. */
function sentWhole({ settings, ...statement }: Statement): Statement {
  return { ...statement, settings: { ...settings, wait_end_of_query: 1, buffer_size: String(answerBytes) } }
}

/** A stream of bytes gives nothing else, which its type does not say. */
function bytesOf(piece: unknown): Uint8Array {
  if (piece instanceof Uint8Array) return piece
  throw unexpected('a piece of a file is not made of bytes')
}

/** The warehouse's own filter on every table: a query that forgets its WHERE still sees this shop only. */
function onlyShop(shop: ShopId): SettingsMap {
  // The map prints its values between quotes as they are; an id needs no other escaping.
  return SettingsMap.from(Object.fromEntries(tables.map(({ name }) => [name, `shop_id = toUUID(\\'${shop}\\')`])))
}

function boundParams({ sql, params }: CompiledQuery): CompiledQuery['params'] {
  const asked = listParameters(sql)
  if (asked.get('shop') !== 'UUID') {
    throw new AppError('invalid_input', 'This SQL was refused: it does not restrict itself to {shop:UUID}.')
  }
  if ('shop' in params) throw new AppError('invalid_input', 'This SQL was refused: the shop is bound by its handle.')
  for (const name of asked.keys()) {
    if (name !== 'shop' && params[name] === undefined) {
      throw new AppError('invalid_input', `This SQL was refused: its parameter ${name} has no value.`)
    }
  }
  return params
}

function parseRows<T>(row: z.ZodType<T>, rows: readonly unknown[]): T[] {
  return rows.map((value) => {
    const parsed = row.safeParse(value)
    if (parsed.success) return parsed.data
    throw unexpected(z.prettifyError(parsed.error), parsed.error)
  })
}

/** Rows made of columns whose types are the expected ones, which the warehouse keeps for every value. */
function rowsOfColumns<T>(expected: RowColumns<T>, { types, data }: ColumnsRead): T[] {
  const columns = Object.entries<string>(expected).map(([name, type]) => {
    if (types.get(name) !== type) throw unexpected(`${name} is ${types.get(name) ?? 'missing'}, not ${type}`)
    return { name, values: data[name] ?? [] }
  })
  return (columns[0]?.values ?? []).map((_, index) => {
    const row: Record<string, unknown> = {}
    for (const { name, values } of columns) row[name] = values[index]
    // Holds because these are the names of its properties, and their types were compared.
    return row as T
  })
}

function unexpected(what: string, cause?: unknown): AppError {
  return new AppError('internal', `The warehouse answered in a shape that was not expected: ${what}`, { cause })
}

function incomplete(table: string, expected: number, written: number): AppError {
  return new AppError(
    'internal',
    `The warehouse wrote ${written} of ${expected} rows to ${table}. The same write can be repeated safely.`,
    { details: { table, expected, written } },
  )
}
