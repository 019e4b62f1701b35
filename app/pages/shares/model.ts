/** The views that can be shared. */
export const shareViews = ['summary', 'campaigns', 'attribution', 'profit'] as const

/** How long a link can work, in days. */
export const lives = ['7', '30', '90', '365'] as const

/** A link with everything about it in words. */
export interface ShareModel {
  readonly id: string
  readonly title: string
  /** What it shows: `Summary · Live · Last 30 days`. */
  readonly shows: string
  /** Who made it and when it ends. */
  readonly history: string
  /** `Revoked`; null while it works. */
  readonly ended: string | null
  readonly opened: string
  readonly openings: readonly { readonly day: string; readonly times: number }[]
}

/** What was typed, or is proposed. */
export interface TypedShare {
  readonly view: string
  readonly title: string
  readonly kind: string
  readonly range: string
  readonly isChoosable: boolean
  readonly hasCosts: boolean
  readonly hasExport: boolean
  readonly days: string
  readonly embedOn: string
}

/** Why a form was rejected, and what was entered; never a password. */
export interface ShareFailure {
  readonly message: string
  readonly fields: Readonly<Record<string, string>>
  readonly typed: TypedShare
}

/** A link that was made; its address is shown this once. */
export interface MadeShare {
  readonly url: string
  /** Says what to do with it. */
  readonly text: string
}

/** A choice of a form. */
export interface ShareOption {
  readonly value: string
  readonly label: string
}
