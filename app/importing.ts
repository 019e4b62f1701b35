// Importing order files in the browser. The server implements it, bound to the person's permissions on the shop.
import type { ImportDetail, ImportView, RowProblem } from '@tillsight/domain'

/** One import, and how far the work on it is. */
export interface ImportPageView extends ImportDetail {
  readonly progress: ImportProgress | null
}

/** Work that waits or goes on. */
export interface ImportProgress {
  readonly done: number
  /** Null: not known. */
  readonly total: number | null
  readonly message: string | null
}

/** How somebody wants a file to be read. */
export interface ImportPlan {
  readonly format: string
  /** Heading by name of the column; empty: the file has nothing for it. What is not named goes by its known names. */
  readonly mapping: Readonly<Record<string, string>>
}

/** A form with a file in it, as it comes in. */
export interface UploadForm {
  readonly contentType: string
  readonly body: ReadableStream<Uint8Array> | null
}

/** Part of a shop's services; needs the right to import. Ids that are not this shop's throw `not_found`. */
export interface ImportServices {
  /** Of a file that comes through the browser. */
  readonly largestUploadMb: number
  /** The newest first. */
  imports(): Promise<readonly ImportView[]>
  import(id: string): Promise<ImportPageView>
  importProblems(id: string): Promise<{ readonly fileName: string; readonly problems: readonly RowProblem[] }>
  /** Keeps the file of the form and begins to look at it. Throws `invalid_input` for one that is empty or too large. */
  uploadImport(form: UploadForm): Promise<{ readonly id: string }>
  /** Each begins the work that follows from it. Throw `conflict` when it is too late for that. */
  planImport(id: string, plan: ImportPlan): Promise<void>
  startImport(id: string): Promise<void>
  undoImport(id: string): Promise<void>
  discardImport(id: string): Promise<void>
}
