import { dayText, figureText } from '../../format/index.ts'
import type { ShopServices } from '../../services.ts'

/** What is stored, printed. */
export interface PlanModel {
  readonly facts: readonly { readonly name: string; readonly text: string }[]
}

/** What this installation holds of the shop and around it. */
export async function loadPlan(services: ShopServices): Promise<PlanModel> {
  const { orders, firstDay, shops, members } = await services.run('shop.usage')
  const { language, ...format } = services.shop.display
  const count = (value: number) => figureText(value, 'count', format)
  return {
    facts: [
      { name: 'Orders stored', text: count(orders) },
      { name: 'Since', text: firstDay === null ? 'Nothing stored yet' : dayText(firstDay, language) },
      { name: 'Shops you see', text: count(shops) },
      ...(members === null ? [] : [{ name: 'Members', text: count(members) }]),
    ],
  }
}
