import type { SearchState } from '../../search/index.ts'
import type { CatalogueView, Result } from '../../services.ts'

/** A platform with the rules that its reported conversions can be counted by, besides its own setting. */
export interface ClaimChoice {
  readonly platform: string
  readonly name: string
  readonly rules: readonly { readonly key: string; readonly label: string }[]
}

type Catalogue = Pick<CatalogueView, 'claimRules'> & {
  readonly platforms: readonly { readonly id: string; readonly name: string }[]
}

/**
 * The part of a query that names rules; rules that no platform has are left out, so that a mistyped link still shows a page.
 */
export function knownClaims(
  claims: SearchState['claims'],
  { claimRules = {} }: Pick<CatalogueView, 'claimRules'>,
): { readonly claims?: SearchState['claims'] } {
  const known = Object.entries(claims).filter(([platform, rule]) =>
    claimRules[platform]?.some(({ key }) => key === rule),
  )
  return known.length > 0 ? { claims: Object.fromEntries(known) } : {}
}

/** The rules that can be chosen for these platforms. */
export function claimChoices({ claimRules = {}, platforms }: Catalogue, of: ReadonlySet<string>): ClaimChoice[] {
  return platforms.flatMap(({ id, name }) => {
    const rules = claimRules[id]
    return rules && of.has(id) ? [{ platform: id, name, rules }] : []
  })
}

/** The address's rules with another one for one platform; undefined resets it to the platform's own setting. */
export function withClaim(
  claims: SearchState['claims'],
  platform: string,
  rule: string | undefined,
): SearchState['claims'] {
  const { [platform]: _previous, ...others } = claims
  return rule === undefined ? others : { ...others, [platform]: rule }
}

/** The rules that a result's reported conversions are counted by, in sentences. */
export function ruleNotes(
  { claims = {} }: Pick<Result, 'claims'>,
  { platforms }: Pick<Catalogue, 'platforms'>,
): string[] {
  return Object.entries(claims).map(([id, { label }]) => {
    const name = platforms.find((platform) => platform.id === id)?.name ?? id
    return `Claimed by ${name}: counted by the rule “${label}”, not by its own setting.`
  })
}

/** Which rules differ from the platforms' own settings: that of Meta Ads is “7 days after a click”. */
export function chosenRules(choices: readonly ClaimChoice[], claims: SearchState['claims']): readonly ChosenRule[] {
  return choices.flatMap(({ platform, name, rules }) => {
    const rule = rules.find(({ key }) => key === claims[platform])
    return rule ? [{ name, rule: rule.label }] : []
  })
}

interface ChosenRule {
  readonly name: string
  readonly rule: string
}
