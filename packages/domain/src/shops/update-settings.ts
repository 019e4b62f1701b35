import { readShop, updateShop } from '@tillsight/database'
import { z } from 'zod'
import { defineVerb, type Shop, toShop } from '../context/index.ts'
import { ShopSettings, UpdateSettingsInput } from '../inputs/index.ts'
import { ShopView } from './shop.ts'

/** What has to be computed again before the figures follow: the ledger, its days only, or nothing. */
export const Recalculation = z.enum(['ledger', 'days', 'none'])
export type Recalculation = z.infer<typeof Recalculation>

/** Settings that no stored figure depends on. */
const presentation = new Set(['weekStartsOn', 'ratioBasis', 'keepsOwnBasics'])

/** Changes name, zone or settings, and says what to recalculate: past figures follow the settings of today. */
export const updateSettings = defineVerb({
  name: 'shop.update',
  needs: 'shops:write',
  access: 'write',
  input: UpdateSettingsInput,
  output: z.object({ shop: ShopView, recalculation: Recalculation }),
  async run(ctx, change) {
    const before = toShop(await readShop(ctx.queries, ctx.shop.id))
    const { name, zone } = change
    const row = await updateShop(ctx.queries, ctx.shop.id, {
      ...(name === undefined ? {} : { name }),
      ...(zone === undefined ? {} : { zone }),
      settings: settingsAfter(before, change),
    })
    const shop = toShop(row)
    if (before.zone !== shop.zone)
      ctx.log.info({ shop: shop.id, from: before.zone, to: shop.zone }, 'the shop has another time zone')
    return { shop, recalculation: recalculationOf(before, change) }
  },
})

/** What a change would make necessary, without making it. */
export function recalculationOf(shop: Pick<Shop, 'zone' | 'settings'>, change: UpdateSettingsInput): Recalculation {
  const changed = listChanged(shop.settings, settingsAfter(shop, change))
  if (changed.some((key) => !presentation.has(key))) return 'ledger'
  return change.zone !== undefined && change.zone !== shop.zone ? 'days' : 'none'
}

function settingsAfter({ settings }: Pick<Shop, 'settings'>, change: UpdateSettingsInput): ShopSettings {
  const given = Object.fromEntries(Object.entries(change.settings ?? {}).filter(([, value]) => value !== undefined))
  return ShopSettings.parse({ ...settings, ...given })
}

function listChanged(before: object, after: object): string[] {
  const old = new Map(Object.entries(before))
  return Object.entries(after).flatMap(([key, value]) =>
    JSON.stringify(old.get(key)) === JSON.stringify(value) ? [] : [key],
  )
}
