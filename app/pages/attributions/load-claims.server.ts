import { figureText, signedText, toNumber } from '../../format/index.ts'
import { askReport } from './ask-report.server.ts'
import { type CreditQuery, formatOf } from './query.server.ts'
import type { ClaimsModel } from './reports-model.ts'
import { ordersText } from './rows.server.ts'

const reasonTitles = { date: 'Date', window: 'Window', views: 'Views', modelling: 'Modelling' } as const

/** Platform-reported conversions beside our own orders. */
export async function loadClaims(query: CreditQuery): Promise<ClaimsModel> {
  const report = await askReport(query, 'claims')
  const format = formatOf(query, report.currency)
  const money = (amount: string | null) => figureText(amount, 'money', format)
  const share = (part: string | null) => figureText(part, 'percent', format)
  const over = toNumber(report.over_claim)
  const { platforms } = query.services.catalogue()
  return {
    orders: ordersText(report.orders, format),
    revenue: money(report.revenue),
    claimed: report.claimed_orders === null ? null : ordersText(report.claimed_orders, format),
    over: over === null ? null : { text: signedText(over, 'percent', format), isOver: over > 0 },
    several: {
      orders: ordersText(report.claimed_by_several.orders, format),
      revenue: money(report.claimed_by_several.revenue),
    },
    platforms: report.platforms.map((row) => ({
      id: row.platform,
      name: platforms.find(({ id }) => id === row.platform)?.name ?? row.platform,
      spend: money(row.spend),
      claimed: { orders: ordersText(row.claimed_orders, format), revenue: money(row.claimed_revenue) },
      byPart: partsText(row.claimed_by_click, row.claimed_by_view, share),
      alone: { orders: ordersText(row.own_claim_orders, format), revenue: money(row.own_claim_revenue) },
      credited: { orders: ordersText(row.credited_orders, format), revenue: money(row.credited_revenue) },
      ratio: figureText(row.claim_ratio, 'ratio', format),
      explained: share(row.explained),
      isExplained: (toNumber(row.explained) ?? 0) >= 1,
      bars: barsOf([row.claimed_revenue, row.own_claim_revenue, row.credited_revenue]),
    })),
    reasons: report.reasons.map(({ key, sentence }) => ({ key, title: reasonTitles[key], sentence })),
    notes: report.warnings,
  }
}

function partsText(click: string | null, view: string | null, share: (part: string | null) => string): string | null {
  const parts = [
    ...(click === null ? [] : [`${share(click)} by click`]),
    ...(view === null ? [] : [`${share(view)} by view`]),
  ]
  return parts.length > 0 ? parts.join(', ') : null
}

/** Lengths of a platform's three bars, 0–1. */
function barsOf(amounts: readonly (string | null)[]): readonly number[] {
  const values = amounts.map((amount) => Math.max(0, toNumber(amount) ?? 0))
  const most = Math.max(...values)
  return values.map((value) => (most > 0 ? Math.round((value / most) * 1000) / 1000 : 0))
}
