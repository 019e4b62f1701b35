import { AppError } from '@tillsight/core'
import { isOfProfit } from '@tillsight/metrics'
import { permissionsOf, type ShopContext } from '../context/index.ts'

/** Whether the actor sees what things cost this shop and what is left: everybody who may read costs, others if the shop wants it. */
export function seesProfit({ actor, shop }: Pick<ShopContext, 'actor' | 'shop'>): boolean {
  return shop.settings.viewersSeeProfit || permissionsOf(actor).includes('costs:read')
}

/** Throws `forbidden` when the actor does not see costs and profit. */
export function assertSeesProfit(ctx: Pick<ShopContext, 'actor' | 'shop'>): void {
  if (seesProfit(ctx)) return
  throw new AppError(
    'forbidden',
    'Costs and profit of this shop are shown to owners, administrators and analysts. An owner or administrator can show them to everybody in the settings of the shop.',
  )
}

/** Throws `forbidden` when a metric tells of profit and the actor does not see it. */
export function assertShown(ctx: Pick<ShopContext, 'actor' | 'shop'>, metrics: readonly string[]): void {
  if (metrics.some(isOfProfit)) assertSeesProfit(ctx)
}
