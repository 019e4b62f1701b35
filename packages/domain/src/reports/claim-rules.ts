import { AppError } from '@tillsight/core'
import { asksClaims, type MetricQuery } from '@tillsight/metrics'
import { findAdPlatform } from '@tillsight/platforms'
import { connectorList } from '@tillsight/platforms/connectors'
import { z } from 'zod'

/** A rule by which a platform's conversions are counted. */
export const ClaimRuleView = z.object({ key: z.string(), label: z.string() })
export type ClaimRuleView = z.infer<typeof ClaimRuleView>

/** By platform, the rules other than its own setting that conversions are reported by. */
export const claimRules: Readonly<Record<string, readonly ClaimRuleView[]>> = Object.fromEntries(
  connectorList.flatMap(({ id }) => {
    const rules = findAdPlatform(id)?.claimRules ?? []
    return rules.length > 0 ? [[id, rules.map((rule) => ({ key: rule.id, label: rule.label }))] as const] : []
  }),
)

/**
 * The rules of a query's reported conversions, if other than the platform's own setting; undefined if none applies. Throws
 * `invalid_input` for a rule that the platform does not have.
 */
export function claimsOf({
  claims,
  metrics,
}: Pick<MetricQuery, 'claims' | 'metrics'>): Record<string, ClaimRuleView> | undefined {
  const claimants = asksClaims(metrics)
  const chosen = Object.entries(claims ?? {}).flatMap(([platform, key]) => {
    if (key === undefined) return []
    const known = claimRules[platform] ?? []
    const rule = known.find((each) => each.key === key)
    if (!rule) throw noSuchRule(platform, key)
    return claimants.has('all') || claimants.has(platform) ? [[platform, rule] as const] : []
  })
  return chosen.length > 0 ? Object.fromEntries(chosen) : undefined
}

function noSuchRule(platform: string, key: string): AppError {
  const connector = connectorList.find(({ id }) => id === platform)
  const known = (claimRules[platform] ?? []).map((rule) => rule.key).join(', ')
  return new AppError(
    'invalid_input',
    `claims: ${connector?.label ?? platform} has no rule “${key}”: it has ${known}. Leave it out for the platform's own setting.`,
  )
}
