// What is spent on channels without a connector. The server implements it, bound to the person's permissions on the shop.
import type { SpendEntry, SpendFileReport, SpendList } from '@tillsight/domain'

export type { SpendEntry, SpendFileReport, SpendList }

/** Fields of an entry as they are typed; what is left out is empty. */
export interface TypedSpendEntry {
  readonly channel: string
  readonly campaign: string
  readonly name: string
  readonly firstDay: string
  readonly lastDay: string
  readonly amount: string
  readonly currency: string
  readonly repeats: string
  readonly countsAs: string
  readonly note: string
}

/** A file of entries, as its bytes; plain or gzip. */
export interface SpendFileView {
  readonly name: string
  readonly bytes: Uint8Array
}

/** Part of a shop's services; changing needs the right to enter spend. Ids that are not this shop's throw `not_found`. */
export interface SpendServices {
  readonly largestSpendFileKb: number
  spend(): Promise<SpendList>
  /** Throws `invalid_input` whose `details` are messages keyed by field. */
  saveSpend(typed: TypedSpendEntry, id?: string): Promise<SpendEntry>
  removeSpend(id: string): Promise<void>
  /** Throw `invalid_input` for a file that cannot be read. */
  previewSpendFile(file: SpendFileView): Promise<SpendFileReport>
  importSpendFile(file: SpendFileView): Promise<SpendFileReport>
  /** Answers how many entries are gone. */
  undoSpendImport(id: string): Promise<number>
  /** A file to begin with. */
  spendTemplate(): string
}
