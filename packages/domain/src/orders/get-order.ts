import { AppError, amountText } from '@tillsight/core'
import { z } from 'zod'
import { defineVerb, permissionsOf } from '../context/index.ts'
import { isDisputeRow, readOrder, readOrderCosts } from '../ledger/index.ts'
import { seesProfit } from '../reports/index.ts'
import { findUsualJourney } from './order-journey.ts'
import { profitOf } from './order-profit.ts'
import { OrderResult } from './outputs.ts'

/** One order by the platform's id. Throws `not_found`. */
export const getOrder = defineVerb({
  name: 'order.get',
  needs: 'orders:read',
  access: 'read',
  input: z.object({ id: z.string().min(1).max(200) }),
  output: OrderResult,
  async run(ctx, { id }): Promise<OrderResult> {
    const file = await readOrder(ctx, id)
    if (!file)
      throw new AppError(
        'not_found',
        `${ctx.shop.domain} has no order “${id.slice(0, 60)}”. It may not be imported yet.`,
      )
    const { order, source, refunds, disputes, rows, uncounted } = file
    // What single lines cost is for those who may read costs, what is left of the order for all who see profit.
    const seesCosts = permissionsOf(ctx.actor).includes('costs:read')
    const costs = seesCosts ? await readOrderCosts(ctx, id) : []
    return {
      id: order.id,
      name: order.name,
      status: order.status,
      standing: order.standing,
      placedAt: order.placedAt,
      paidAt: order.paidAt,
      cancelledAt: order.cancelledAt,
      updatedAt: order.updatedAt,
      currency: order.currency,
      total: order.total,
      country: order.country,
      region: order.region,
      gateway: order.gateway,
      salesChannel: order.salesChannel,
      coupons: [...order.coupons],
      tags: [...order.tags],
      source,
      counted: uncounted === undefined,
      uncountedReason: uncounted ?? null,
      customerClass: rows[0]?.customer_class ?? null,
      refunds: refunds.map(({ id, at, amount, reason }) => ({ id, at, amount, reason })),
      disputes: disputes.map(({ id: dispute, at, amount, outcome, wonAt }) => ({
        id: dispute,
        at: isoInstant(at),
        amount: amount === null ? null : amountText(amount),
        outcome,
        wonAt: wonAt === null ? null : isoInstant(wonAt),
      })),
      attribution: (await findUsualJourney(ctx, id)) ?? null,
      rows: rows.map((row) => ({
        rowId: row.row_id,
        bookedAt: `${row.booked_at.replace(' ', 'T')}Z`,
        kind: isDisputeRow(row.row_id) ? 'dispute' : row.kind,
        side: row.side,
        lineType: row.line_type,
        productId: row.product_id,
        variantId: row.variant_id,
        sku: row.sku,
        title: row.title,
        quantity: row.quantity,
        gross: row.gross,
        discount: row.discount,
        tax: row.tax,
        cost: seesCosts ? row.cost : null,
        costState: seesCosts ? row.goods_state : 'none',
      })),
      profit: seesProfit(ctx) && rows.length > 0 ? profitOf(rows) : null,
      costs: costs.map(({ soldLine, amount, ...cost }) => ({ ...cost, line: soldLine, amount: amountText(amount) })),
    }
  },
})

function isoInstant(seconds: number): string {
  return new Date(seconds * 1000).toISOString().replace('.000Z', 'Z')
}
