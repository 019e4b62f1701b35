/** A condition as the form has it. */
export interface ConditionDraft {
  readonly field: string
  readonly comparison: string
  readonly text: string
}

/** A rule as the form has it. */
export interface RuleDraft {
  readonly conditions: readonly ConditionDraft[]
  readonly channel: string
  readonly paid: boolean
}

/** Everything that the form has, as typed. */
export interface RulesDraft {
  readonly rules: readonly RuleDraft[]
  /** Entries of lists, a line each. */
  readonly ownDomains: string
  readonly brandTerms: string
  readonly bounceReferrers: string
  readonly internalEmails: string
  /** Empty: for good. */
  readonly retentionMonths: string
  /** Name of the event that is the middle of a journey. */
  readonly milestone: string
}

/** What other settings would move. */
export interface MovesModel {
  readonly summary: string
  readonly moves: readonly {
    readonly key: string
    readonly from: string
    readonly to: string
    readonly touches: string
    readonly example: string
  }[]
}

/** What the page shows. */
export interface RulesModel {
  readonly domain: string
  readonly draft: RulesDraft
  readonly knownDomains: readonly string[]
  readonly mayChange: boolean
  readonly isSaved: boolean
}

/** What a form led to without leaving the page. */
export interface RulesOutcome {
  readonly draft: RulesDraft
  /** What is wrong, by path: `rules.0.channel`. */
  readonly errors: Readonly<Record<string, string>>
  /** In short; undefined where nothing is wrong. */
  readonly message?: string
  readonly preview?: MovesModel
}
