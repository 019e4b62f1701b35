import type en from './words/en.json'

/** The texts of the pages, in the language of whoever reads them. */
export type ExportWords = typeof en

/** A run as printed. */
export interface RunModel {
  readonly id: string
  readonly tone: 'good' | 'warn' | 'bad' | 'neutral'
  readonly state: string
  /** It is being made, or is about to be tried again. */
  readonly isGoing: boolean
  /** Days, rows and size; of a run without a file the days alone. */
  readonly about: string
  readonly at: string
  /** Why it failed, or that not everything is in it; empty otherwise. */
  readonly note: string
  /** Where its file is; null: it has none. */
  readonly file: string | null
}

/** An export as printed. */
export interface ExportModel {
  readonly id: string
  readonly name: string
  /** What is in it, as which format, for which days, how often. */
  readonly about: string
  readonly isPaused: boolean
  readonly next: string
  readonly last: RunModel | null
}

/** Why a form was rejected, and what was entered. */
export interface ExportFailure {
  readonly message: string
  readonly fields: Readonly<Record<string, string>>
  readonly typed: Readonly<Record<FieldName, string>>
}

/** The fields of the form that come back with what was entered: no secrets. */
export type FieldName =
  | 'name'
  | 'what'
  | 'format'
  | 'range'
  | 'every'
  | 'at'
  | 'zone'
  | 'to'
  | 'endpoint'
  | 'region'
  | 'bucket'
  | 'prefix'
  | 'pathStyle'
  | 'accessKeyId'
  | 'spreadsheet'
  | 'sheetRange'
  | 'mode'

/** In the language of the page. */
interface Written {
  readonly words: ExportWords
}

/** The shop's exports. */
export interface ExportsModel extends Written {
  /** Null for a role that may not see them. */
  readonly exports: readonly ExportModel[] | null
}

/** One of them, with its latest runs. */
export interface ExportPageModel extends Written {
  readonly export: ExportModel
  /** As it is now, in the fields of the form. */
  readonly given: ExportFailure['typed']
  /** What its destination is opened with is stored; it is never shown. */
  readonly hasSecret: boolean
  readonly runs: readonly RunModel[]
  /** Where the older ones begin; null: there are none. */
  readonly next: string | null
}
