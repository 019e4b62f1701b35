import type { RowProblem } from '@tillsight/core'
import type { PlatformRecord } from '../records.ts'

/** A column that a format understands. */
export interface ImportColumn {
  readonly name: string
  /** Other headings with the same meaning. */
  readonly aliases?: readonly string[]
  readonly required: boolean
  readonly help: string
  /** Occurs several times with a number appended: `line_item_1`, `line_item_2`; found under that name. */
  readonly numbered?: boolean
}

/** The parameters for reading a file. */
export interface FormatInput {
  /** Currency of amounts that do not state one, ISO 4217. */
  readonly currency: string
  /** Zone of wall-clock times, IANA or a fixed offset. */
  readonly zone: string
  /** Orders after this instant are mistakes. */
  readonly now: Date
  /** Position of each known column in the file. */
  readonly columns: ReadonlyMap<string, number>
}

/** One row with the right number of values. */
export interface Row {
  readonly number: number
  readonly cells: readonly string[]
}

/** Why a whole group stays out; names the row that shows it best. */
export interface GroupProblem {
  readonly group: string
  readonly problem: RowProblem
}

/** Something that is skipped by rule and is not an error. */
export interface ImportNote {
  readonly what: string
  readonly count: number
}

/**
 * Reads one file of a format. The file is read twice: the first time to find every problem, the second time to build
 * records from groups of rows (mostly: all rows of one order) that have none.
 */
export interface Reading {
  /** The group that the row belongs to; undefined if it has none. */
  groupOf(row: Row): string | undefined
  /** First reading: adds the row's problems to `problems`. */
  look(row: Row, problems: RowProblem[]): void
  /** Between the readings: returns the groups to skip for reasons that no single row shows. */
  settle(isLeftOut: (group: string) => boolean): readonly GroupProblem[]
  /** Second reading: all rows of one group in file order. */
  build(rows: readonly Row[]): readonly PlatformRecord[]
  /** After the second reading: the products and customers in the file. */
  rest(): readonly PlatformRecord[]
  notes(): readonly ImportNote[]
}

/**
 * A file format: of a store platform (`Connector.orderFile`), or independent of platforms
 * (`packages/domain/src/imports/formats.ts`).
 */
export interface ImportFormat {
  readonly id: string
  readonly label: string
  /** The currency and zone of its values, if not the shop's own. */
  readonly fixed?: { readonly currency: string; readonly zone: string }
  readonly columns: readonly ImportColumn[]
  /** Each of these lists needs at least one of its columns. */
  readonly oneOf?: readonly (readonly string[])[]
  /** Says why a file with this header is insufficient, for files that are mistaken for this format. */
  refuse?(header: readonly string[]): string | undefined
  /** The column that identifies a row's group. */
  readonly groupColumn: string
  start(input: FormatInput): Reading
}
