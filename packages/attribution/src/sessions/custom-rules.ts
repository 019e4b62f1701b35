/** What a condition of a rule looks at. */
export const ruleFields = ['source', 'medium', 'campaign', 'referrer', 'path'] as const
/** One of {@link ruleFields}. */
export type RuleField = (typeof ruleFields)[number]
/** How it compares. */
export const ruleComparisons = ['is', 'contains', 'starts', 'ends', 'empty'] as const
/** One of {@link ruleComparisons}. */
export type RuleComparison = (typeof ruleComparisons)[number]

/** One condition; texts are compared without regard to case. */
export interface RuleCondition {
  readonly field: RuleField
  readonly comparison: RuleComparison
  /** Empty for `empty`. */
  readonly text: string
}

/** A rule of a shop's own: visits that meet every condition are of this channel. */
export interface CustomRule {
  readonly conditions: readonly RuleCondition[]
  readonly channel: string
  readonly paid: boolean
}

/** What rules look at, trimmed and in lower case; the referrer is `host/path`, the path that of the landing page. */
export type RuleFacts = Readonly<Record<RuleField, string>>

/** The first rule whose conditions are all met; one without conditions is met by nothing. */
export function findRule(rules: readonly CustomRule[], facts: RuleFacts): CustomRule | undefined {
  return rules.find(({ conditions }) => conditions.length > 0 && conditions.every((one) => isMet(one, facts)))
}

const comparisons: Readonly<Record<RuleComparison, (value: string, text: string) => boolean>> = {
  is: (value, text) => value === text,
  contains: (value, text) => value.includes(text),
  starts: (value, text) => value.startsWith(text),
  ends: (value, text) => value.endsWith(text),
  empty: (value) => value === '',
}

function isMet({ field, comparison, text }: RuleCondition, facts: RuleFacts): boolean {
  const wanted = text.trim().toLowerCase()
  if (wanted === '' && comparison !== 'empty') return false
  // Whoever means a site names it as it is called, not as it is addressed.
  const value = field === 'referrer' && comparison === 'is' ? (facts.referrer.split('/')[0] ?? '') : facts[field]
  return comparisons[comparison](value, wanted)
}
