import type { RowProblem } from '@tillsight/core'
import type { PlatformRecord } from '../records.ts'

/** A column that a format understands. */
export interface ImportColumn {
  readonly name: string
  /** Other headings that mean the same. */
  readonly aliases?: readonly string[]
  readonly required: boolean
  readonly help: string
  /** Stands several times with a number behind it: `line_item_1`, `line_item_2`; found under that name. */
  readonly numbered?: boolean
}

/** What the file is read for. */
export interface FormatInput {
  /** Currency of amounts without one of their own, ISO 4217. */
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

/** Something that was left out by rule and is no mistake. */
export interface ImportNote {
  readonly what: string
  readonly count: number
}

/**
 * Reads one file of a format. The file is read twice: the first time to find every problem, the second time to build
 * records from groups of rows (mostly: all rows of one order) that have none.
 */
export interface Reading {
  /** The group that the row belongs to; undefined when the row does not say. */
  groupOf(row: Row): string | undefined
  /** First reading: adds what is wrong with the row to `problems`. */
  look(row: Row, problems: RowProblem[]): void
  /** Between the readings: says which groups stay out for reasons that no single row shows. */
  settle(isLeftOut: (group: string) => boolean): readonly GroupProblem[]
  /** Second reading: all rows of one group in file order. */
  build(rows: readonly Row[]): readonly PlatformRecord[]
  /** After the second reading: what the file says about products and customers. */
  rest(): readonly PlatformRecord[]
  notes(): readonly ImportNote[]
}

/** One kind of file: of a store platform (`Connector.orderFile`), or of no platform (`packages/domain/src/imports/formats.ts`). */
export interface ImportFormat {
  readonly id: string
  readonly label: string
  /** Where its amounts and times come from when it is not the shop's own currency or zone. */
  readonly fixed?: { readonly currency: string; readonly zone: string }
  readonly columns: readonly ImportColumn[]
  /** Of each of these lists of columns at least one has to be there. */
  readonly oneOf?: readonly (readonly string[])[]
  /** Says why a file with this header holds too little, for files that people take for this format. */
  refuse?(header: readonly string[]): string | undefined
  /** The column that says which group a row belongs to. */
  readonly groupColumn: string
  start(input: FormatInput): Reading
}
