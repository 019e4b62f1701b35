// Exchange rates of the installation as one shop sees them. The server implements it, bound to the person's permissions.
import type { RatesFileReport, RatesView } from '@tillsight/domain'

export type { RatesFileReport }

/** How it stands with rates, and where they come from. */
export interface ExchangeRatesView extends RatesView {
  /** Host that they are fetched from every day; null: they are not. */
  readonly source: { readonly host: string; readonly isBank: boolean; readonly base: string } | null
  /** Rates are being fetched, or shops follow new ones, right now. */
  readonly isFetching: boolean
}

/** A file of rates, as its bytes; plain or gzip. */
export interface RatesFile {
  readonly name: string
  readonly bytes: Uint8Array
  /** What its rates are quoted against. */
  readonly base: string
}

/** Part of a shop's services. All but looking throws `forbidden` unless `mayKeep`. */
export interface ExchangeRateServices {
  readonly largestRatesFileMb: number
  exchangeRates(): Promise<ExchangeRatesView>
  /** Throws `conflict` where rates are not fetched. */
  fetchRatesNow(): Promise<void>
  /** Throw `invalid_input` for a file that cannot be read. */
  previewRates(file: RatesFile): Promise<RatesFileReport>
  importRates(file: RatesFile): Promise<RatesFileReport>
}
