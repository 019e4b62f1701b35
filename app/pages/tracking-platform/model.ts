// What the part about telling a platform of orders shows: loader and action make it, components only place it.

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

/** How a state looks. */
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
  /** When it was sent, or is tried next. */
  readonly when: string
  /** `e-mail address, click` */
  readonly keys: string
  /** Why it is so, or what the platform answered. */
  readonly note: string
  /** What a press on its button does; null: nothing is to be done. */
  readonly again: 'Send again' | 'Send now' | null
}

/** One way of looking at the log. */
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
  /** How many could be sent again at once; 0: none. */
  readonly failed: number
  /** The same orders as a file, all pages of them. */
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
    /** What to do where it is low. */
    readonly advice: string | null
  }[]
  /** What to do about the rest. */
  readonly advice: readonly string[]
  /** What the platform says of the orders, and what it keeps to itself. */
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
  readonly sent: readonly string[]
  readonly deduplication: string
  readonly corrections: string
  readonly mostDays: number
  /** What has just been done. */
  readonly done: string | null
}

export interface SetupModel {
  readonly typed: TypedConversionSetup
  readonly destination: { readonly label: string; readonly help: string; readonly example: string }
  readonly token: { readonly label: string; readonly help: string } | null
  readonly hasToken: boolean
  readonly eventNames: readonly string[]
  /** What the platform lists; null: it was not asked. */
  readonly choices: {
    readonly list: readonly { readonly id: string; readonly label: string }[]
    readonly message: string | null
  } | null
  /** Query string of the page that asks. */
  readonly askTo: string
  readonly trial: { readonly needsCode: boolean; readonly note: string }
}

/** A form that came back. */
export type ConversionsOutcome =
  | {
      readonly kind: 'refused'
      readonly form: 'setup' | 'switch' | 'trial' | 'log'
      readonly message: string
      /** By the form's own field names. */
      readonly fields: Readonly<Record<string, string>>
      readonly typed: TypedConversionSetup | null
    }
  | { readonly kind: 'tried'; readonly accepted: boolean; readonly message: string }
