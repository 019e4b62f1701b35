/** The fields that a rule's condition can compare. */
export const ruleFields = ['source', 'medium', 'campaign', 'referrer', 'path'] as const
/** One of {@link ruleFields}. */
export type RuleField = (typeof ruleFields)[number]
/** How a condition compares. */
export const ruleComparisons = ['is', 'contains', 'starts', 'ends', 'empty'] as const
/** One of {@link ruleComparisons}. */
export type RuleComparison = (typeof ruleComparisons)[number]

/** One condition; texts are compared without regard to case. */
export interface RuleCondition {
  readonly field: RuleField
  readonly comparison: RuleComparison
  /** Empty for the comparison `empty`. */
  readonly text: string
}

/** A shop's own rule: visits that meet every condition belong to this channel. */
export interface CustomRule {
  readonly conditions: readonly RuleCondition[]
  readonly channel: string
  readonly paid: boolean
}

/** Field values that rules compare, trimmed and in lower case; the referrer as `host/path`, the path of the landing page. */
export type RuleFacts = Readonly<Record<RuleField, string>>

/** The first rule whose conditions are all met; a rule without conditions never matches. */
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
  // `is` on a referrer names a site, so only the host is compared.
  const value = field === 'referrer' && comparison === 'is' ? (facts.referrer.split('/')[0] ?? '') : facts[field]
  return comparisons[comparison](value, wanted)
}
