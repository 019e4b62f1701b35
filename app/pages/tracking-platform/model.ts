// Data of the section about sent orders: loader and action create it, components only lay it out.

/** The set-up as it is typed; an empty token leaves the stored one. */
export interface TypedConversionSetup {
  readonly destination: string
  readonly eventName: string
  readonly token: string
  readonly forgetToken: boolean
  readonly consent: string
  readonly value: string
  readonly itemId: string
}

/** Colour of a status. */
export type Tone = 'neutral' | 'accent' | 'good' | 'warn' | 'bad'

/** An order of the delivery log, printed. */
export interface LogRow {
  readonly order: string
  readonly name: string
  /** `20 Nov 2026, 14:05` */
  readonly placed: string
  readonly state: { readonly label: string; readonly tone: Tone }
  /** `€119.00`; empty before it was sent. */
  readonly value: string
  /** When it was sent, or will be retried. */
  readonly when: string
  /** `e-mail address, click` */
  readonly keys: string
  /** Reason of the state, or the platform's response; in English only. */
  readonly note: string
  /** `3 attempts.`; empty for a single one. */
  readonly attempts: string
  /** What its button does; null: no action available. */
  readonly again: 'again' | 'now' | null
}

/** A filter of the log. */
export interface LogFilter {
  readonly key: string
  readonly label: string
  readonly count: string
  /** Query string. */
  readonly to: string
  readonly isCurrent: boolean
}

export interface LogModel {
  readonly filters: readonly LogFilter[]
  readonly rows: readonly LogRow[]
  readonly pages: { readonly before: string | null; readonly after: string | null; readonly text: string | null }
  /** How many failed entries can be resent now; 0: none. */
  readonly failed: number
  /** Link to the export, with all pages. */
  readonly fileTo: string
}

export interface HealthModel {
  readonly title: string
  readonly tiles: readonly { readonly label: string; readonly value: string; readonly note: string }[]
  readonly keys: readonly {
    readonly kind: string
    readonly label: string
    readonly share: number
    readonly text: string
    /** Advice where it is low. */
    readonly advice: string | null
  }[]
  /** General advice. */
  readonly advice: readonly string[]
  /** The platform's responses, and what it does not disclose. */
  readonly said: {
    readonly heading: string
    readonly note: string
    readonly answers: readonly {
      readonly state: { readonly label: string; readonly tone: Tone }
      readonly text: string
      readonly count: string
    }[]
  }
}

/** A part of the data that leaves the shop. */
export interface SentPart {
  readonly text: string
  /** Names of the data; null: the text is all. */
  readonly names: string | null
}

export interface ConversionsModel {
  /** `Meta Ads` */
  readonly name: string
  /** `Conversions API` */
  readonly api: string
  readonly documentation: string
  readonly isOn: boolean
  readonly isSetUp: boolean
  /** `On since 20 Nov 2026, 14:05` */
  readonly standing: string
  readonly problem: string | null
  /** Why it cannot be switched on. */
  readonly lacks: string | null
  readonly mayArrange: boolean
  readonly setup: SetupModel
  /** Null: the person may not open single orders. */
  readonly log: LogModel | null
  readonly health: HealthModel | null
  readonly sent: readonly SentPart[]
  readonly deduplication: string
  readonly corrections: string
  readonly mostDays: number
  /** Confirmation of the last form. */
  readonly done: string | null
}

export interface SetupModel {
  readonly typed: TypedConversionSetup
  readonly destination: { readonly label: string; readonly help: string; readonly example: string }
  readonly token: { readonly label: string; readonly help: string } | null
  readonly hasToken: boolean
  readonly eventNames: readonly string[]
  /** The platform's own list of choices; null: not requested. */
  readonly choices: {
    readonly list: readonly { readonly id: string; readonly label: string }[]
    readonly message: string | null
  } | null
  /** Query string that requests the list. */
  readonly askTo: string
  readonly fixture: { readonly needsCode: boolean; readonly note: string }
}

/** Result of a form, shown on the page. */
export type ConversionsOutcome =
  | {
      readonly kind: 'refused'
      readonly form: 'setup' | 'switch' | 'trial' | 'log'
      readonly message: string
      /** Messages by form field. */
      readonly fields: Readonly<Record<string, string>>
      readonly typed: TypedConversionSetup | null
    }
  | { readonly kind: 'tried'; readonly accepted: boolean; readonly message: string }
