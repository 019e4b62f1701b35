// What the page of currencies shows: loaders and actions make it, components only place it.

/** How a state looks. */
type Tone = 'neutral' | 'accent' | 'good' | 'warn'

/** A currency that the shop needs, printed. */
export interface NeedModel {
  readonly currency: string
  /** `Euro` */
  readonly name: string
  /** `Orders from 1 Jan to 20 Nov 2026` */
  readonly uses: readonly string[]
  readonly lastDay: string
  readonly state: { readonly label: string; readonly tone: Tone }
  /** Which days lack a rate and what that means; empty where nothing does. */
  readonly lack: string
}

export interface CurrenciesModel {
  readonly domain: string
  readonly shopName: string
  readonly shopCurrency: string
  /** Where rates come from, in a sentence. */
  readonly source: string
  readonly facts: readonly { readonly name: string; readonly text: string }[]
  /** What is wrong with the rates as a whole. */
  readonly problem: string | null
  readonly needs: readonly NeedModel[]
  readonly mayKeep: boolean
  readonly canFetch: boolean
  readonly isFetching: boolean
  readonly largestMb: number
  readonly currencies: readonly { readonly code: string; readonly label: string }[]
  readonly done: string | null
}

/** What a file would bring, and the file itself for the form that imports it. */
export interface RatesPreviewModel {
  readonly fileName: string
  readonly base: string
  /** Gzip in base64. */
  readonly packed: string
  readonly sentences: readonly string[]
  readonly canImport: boolean
}

/** A form that came back. */
export type CurrenciesOutcome =
  | { readonly kind: 'refused'; readonly form: 'fetch' | 'file'; readonly message: string }
  | { readonly kind: 'preview'; readonly preview: RatesPreviewModel }
