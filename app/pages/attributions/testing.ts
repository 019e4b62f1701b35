// Attribution results for tests: small, exact, and reconciled.
import { addDecimals } from '@tillsight/core'
import type { AttributionResult, AttributionRow, CreditFigures, ShopVerbs, VerbInput } from '@tillsight/domain'

const figures: CreditFigures = {
  spend: null,
  clicks: null,
  orders: '0',
  revenue: '0.00',
  net_revenue: '0.00',
  new_orders: '0',
  new_revenue: '0.00',
  returning_orders: '0',
  roas: null,
  cpa: null,
  cost_per_new_customer: null,
  new_share: null,
}

/** A row of attribution with defaults for what is not given. */
export function creditRow(row: Partial<AttributionRow> & Pick<AttributionRow, 'key' | 'channel'>): AttributionRow {
  return {
    ...figures,
    platform: null,
    account_id: null,
    campaign_id: null,
    ad_set_id: null,
    ad_id: null,
    name: null,
    share: null,
    claimed_orders: null,
    claimed_revenue: null,
    ...row,
  }
}

interface Credited {
  readonly rows: readonly AttributionRow[]
  readonly notTracked?: Partial<CreditFigures>
  readonly over?: Partial<AttributionResult>
}

/** The result of a shop that attributes these rows. */
export function creditResult(
  asked: VerbInput<ShopVerbs['attribution.query']>,
  { rows, notTracked, over }: Credited,
): AttributionResult {
  const left = { ...figures, share: null, ...notTracked }
  const credited = addDecimals(rows.map(({ revenue }) => revenue))
  const revenue = addDecimals([credited, left.revenue])
  return {
    range: { from: asked.from, to: asked.to },
    timezone: 'Europe/Berlin',
    currency: asked.currency ?? 'EUR',
    model: asked.model ?? 'last_non_direct',
    level: asked.level ?? 'channel',
    config: {
      click_window_days: asked.click_window_days ?? null,
      view_window_days: asked.view_window_days ?? 1,
      direct_policy: 'include',
      journey_scope: 'window',
      half_life_days: 7,
      survey_share: '1/2',
      survey_base: 'linear_all',
      markov_order: 1,
      date: asked.date ?? 'order',
      refund_basis: asked.refund_basis ?? 'order_date',
      value: 'orderRevenue',
      customers: 'all',
    },
    rows: [...rows],
    row_count: rows.length,
    not_tracked: left,
    totals: { ...figures, orders: addDecimals([...rows.map(({ orders }) => orders), left.orders]), revenue },
    closing: {
      metric: 'orderRevenue',
      booked: revenue,
      credited,
      not_tracked: left.revenue,
      cancelled: '0.00',
      other_days: '0.00',
      other_touch_days: '0.00',
      pending: '0.00',
    },
    tracked_share: { revenue: null, orders: null },
    consent_gap: { orders: 0, revenue: '0.00' },
    left_out: { people: 0, orders: 0, revenue: '0.00' },
    incomplete_from: null,
    freshness: {},
    warnings: [],
    ...over,
  }
}
