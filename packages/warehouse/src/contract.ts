import type { ShopId } from '@tillsight/core'
import type { z } from 'zod'
import type { CompiledQuery } from './table.ts'
import type { TableName } from './tables.ts'

/**
 * What a column takes. Decimals come as text, instants as `YYYY-MM-DD hh:mm:ss[.mmm]` (UTC) or `Date`, days as
 * `YYYY-MM-DD`, integers as safe numbers, bigints or text, enums by name.
 */
export type ColumnValue = string | number | bigint | Date | readonly string[] | readonly number[]

/** A row without `shop_id`. A tombstone (`is_deleted: 1`) needs the sorting key and `version` only. */
export type Row = Readonly<Record<string, ColumnValue>>

/** A query whose result is written to a table: a SELECT whose columns have the table's names; `shop_id` is set here. */
export interface CompiledRewrite extends CompiledQuery {
  readonly into: TableName
}

/** Rows to take off the disks: a condition on the table's own columns, without the shop, which is added here. */
export interface CompiledPurge {
  readonly from: TableName
  readonly where: string
  readonly params: CompiledQuery['params']
}

/** Options of a read. */
export interface ReadOptions {
  /** Aborting stops the query in the warehouse as well. */
  readonly signal?: AbortSignal
  /** Look-ups that a person waits for take precedence over reports. */
  readonly lookup?: boolean
  /**
   * Reads every stored version of a row and its tombstones: the statement chooses the newest itself, among the few rows that
   * it looks for. Otherwise the warehouse merges all rows of the table that their keys could be among.
   */
  readonly unmerged?: boolean
  /** Seconds until the warehouse aborts the query; defaults to 30. */
  readonly timeoutSeconds?: number
}

/** How a file is written: Parquet, a JSON object a line, or the texts of its only column, one behind the other. */
export type FileFormat = 'Parquet' | 'JSONLines' | 'RawBLOB'

/** Options of reading a file. */
export interface FileOptions extends ReadOptions {
  /** Defaults to Parquet. */
  readonly format?: FileFormat
}

/**
 * The columns of a result that is read by column, with their types: one look at each instead of one at every value, for
 * results of many values. Nothing else may be in the result.
 */
export type RowColumns<T> = { readonly [Name in keyof T]-?: ColumnType<NonNullable<T[Name]>> }

type ColumnType<Value> = Value extends string
  ? 'String'
  : Value extends number
    ? 'UInt8' | 'UInt32'
    : Value extends readonly number[]
      ? 'Array(UInt8)' | 'Array(UInt32)'
      : Value extends readonly string[]
        ? 'Array(String)'
        : 'Array(Array(String))'

/** One shop's part of the warehouse: the only way to read and write facts. */
export interface ShopWarehouse {
  readonly shop: ShopId
  /**
   * Runs a SELECT that uses `{shop:UUID}` and validates every row, or the types of its columns. 64-bit integers and decimals
   * are returned as text. Tables are read with the newest version of each row, without tombstones, unless `unmerged`. Throws `invalid_input` for unbound or unscoped SQL,
   * `limit_reached` if it is too slow or too large, `unavailable` if the warehouse does not respond.
   */
  read<T>(query: CompiledQuery, row: z.ZodType<T> | RowColumns<T>, options?: ReadOptions): Promise<T[]>
  /** As `read`, row by row, for exports that do not fit into memory. */
  stream<T>(query: CompiledQuery, row: z.ZodType<T>, options?: ReadOptions): AsyncIterable<T>
  /**
   * Runs a SELECT as `read` does, and gives its answer as a file that the warehouse writes, piece by piece. It fails before
   * the first of them.
   */
  file(query: CompiledQuery, options?: FileOptions): AsyncIterable<Uint8Array>
  /**
   * Writes rows and returns their number once they are on disk. Up to 100,000 rows (64 MiB) land whole or not at all;
   * beyond that, rows that belong together (those of one order) do. Throws `invalid_input` for values that do not fit.
   */
  insert(table: TableName, rows: readonly Row[]): Promise<number>
  /** Runs `INSERT INTO … SELECT …` and returns the number of rows written. */
  rewrite(query: CompiledRewrite): Promise<number>
  /**
   * Deletes rows from disk permanently, including superseded versions, and returns once they are gone. For legally required
   * erasure: a tombstone hides a row immediately and is much cheaper. May be repeated.
   */
  purge(query: CompiledPurge): Promise<void>
}

/** What a table takes. */
export interface StoredSize {
  readonly table: string
  /** With versions that were replaced. */
  readonly rows: number
  readonly bytes: number
}

/** The facts of all shops, which are read and written through `for`. */
export interface Warehouse {
  for(shop: ShopId): ShopWarehouse
  /** Whether it answers and has this version's tables. */
  ready(): Promise<boolean>
  /** Creates the database and brings the tables to this version; harmless when repeated. */
  migrate(): Promise<void>
  /** Merges a table's parts, which keeps reads quick after many small writes. */
  optimize(table: TableName): Promise<void>
  /** What each table takes on the disks of the machine that answers, by name. */
  sizes(): Promise<readonly StoredSize[]>
  /** Deletes all facts of a shop permanently. */
  eraseShop(shop: ShopId): Promise<void>
  close(): Promise<void>
}
