/** What a check of a connection found. */
export interface CheckResult {
  readonly connection: string
  readonly isWell: boolean
  readonly message: string
}

/** What a form of the page was refused for, and what was typed in. */
export interface PageFailure {
  /** `keys`, `begin`, `disconnect` …, as the form says. */
  readonly intent: string
  /** Empty where a form is about no connector, or no connection. */
  readonly connector: string
  readonly connection: string
  readonly message: string
  readonly fields: Readonly<Record<string, string>>
  /** Without secrets. */
  readonly values: Readonly<Record<string, string>>
}
