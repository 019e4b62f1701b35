/** The page of a question, printed. */
export interface AskModel {
  /** As it was typed; empty before that. */
  readonly question: string
  readonly answer: AnswerModel | undefined
  /** Questions that can be asked of this shop. */
  readonly examples: readonly { readonly text: string; readonly to: string }[]
}

/** What a question led to. */
export type AnswerModel = FigureModel | { readonly kind: 'unknown' | 'refused'; readonly message: string }

/** A figure that was asked for, with what was understood. */
export interface FigureModel {
  readonly kind: 'figure'
  /** Of the metric. */
  readonly label: string
  /** The question as it was understood: `1 – 31 Oct 2026 · Country is Germany`. */
  readonly understood: readonly string[]
  readonly value: string
  /** The change against the comparison, and what that is; undefined without one. */
  readonly change: string | undefined
  readonly definition: string
  /** What has to be known about the figure: parts that are not loaded yet, costs that are not known. */
  readonly caveats: readonly string[]
  readonly freshness: string | null
  readonly table: AnswerTable | undefined
  /** The same figure in the summary, where it opens down to its orders. */
  readonly to: string
}

/** Rows or days of the figure. */
export interface AnswerTable {
  readonly heading: string
  readonly rows: readonly {
    readonly key: string
    readonly label: string
    readonly value: string
    readonly before?: string
  }[]
  /** Heads of the columns; the second is that of the comparison. */
  readonly columns: readonly string[]
}
