import { type AdPlatformId, byAdPlatform } from '@tillsight/platforms'
import { z } from 'zod'
import type { BaseMetric } from './catalogue/index.ts'

/** Rule ids as connectors define them. They become part of SQL statements, so nothing else is accepted. */
const rule = z.string().regex(/^[a-z0-9_]{1,40}$/, 'This is not the id of a rule: expected one such as 7d_click.')

/** By platform, the rule by which its reported conversions count in place of the platform's own setting. */
export const RequestedClaims = z.strictObject(byAdPlatform(() => rule.optional()))
/** See the schema of the same name. */
export type RequestedClaims = Readonly<Partial<Record<AdPlatformId, string | undefined>>>

/** Columns with conversions under other rules, by the column of those under the platform's own. */
const columns: Readonly<Record<string, string>> = { purchases: 'claim_purchases', purchase_value: 'claim_values' }

/** The metric under the requested rules. A row without a value for a rule counts as zero conversions. */
export function underClaims(base: BaseMetric, claims: RequestedClaims = {}): BaseMetric {
  const { value } = base
  if (value.aggregate !== 'sum' || value.dataset !== 'ads') return base
  const column = columns[value.of]
  const asked = Object.entries(RequestedClaims.parse(claims)).filter(
    ([platform, id]) => id !== undefined && (value.platform ?? platform) === platform,
  )
  if (column === undefined || asked.length === 0) return base
  const cases = asked.map(
    ([platform, id]) => `platform = '${platform}', arrayElement(${column}, indexOf(claim_rules, '${id}'))`,
  )
  return { ...base, value: { ...value, of: `multiIf(${cases.join(', ')}, ${value.of})` } }
}
