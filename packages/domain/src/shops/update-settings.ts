import { readShop, updateShop } from '@tillsight/database'
import { z } from 'zod'
import { defineVerb } from '../context/index.ts'
import { UpdateSettingsInput } from './inputs.ts'
import { ShopView, toShop } from './shop.ts'

/** What has to be computed again before the figures follow: the ledger, its days only, or nothing. */
export const Recalculation = z.enum(['ledger', 'days', 'none'])
export type Recalculation = z.infer<typeof Recalculation>

/** Settings that only reports look at. */
const presentation = new Set(['weekStartsOn', 'ratioBasis'])

/** Changes name, zone or settings, and says what to recalculate: past figures follow the settings of today. */
export const updateSettings = defineVerb({
  name: 'shop.update',
  needs: 'shops:write',
  access: 'write',
  input: UpdateSettingsInput,
  output: z.object({ shop: ShopView, recalculation: Recalculation }),
  async run(ctx, { name, zone, settings }) {
    const before = toShop(await readShop(ctx.queries, ctx.shop.id))
    const given = Object.fromEntries(Object.entries(settings ?? {}).filter(([, value]) => value !== undefined))
    const row = await updateShop(ctx.queries, ctx.shop.id, {
      ...(name === undefined ? {} : { name }),
      ...(zone === undefined ? {} : { zone }),
      settings: { ...before.settings, ...given },
    })
    const shop = toShop(row)
    const changed = listChanged(before.settings, shop.settings)
    if (before.zone !== shop.zone)
      ctx.log.info({ shop: shop.id, from: before.zone, to: shop.zone }, 'the shop has another time zone')
    return { shop, recalculation: recalculationFor(changed, before.zone !== shop.zone) }
  },
})

function listChanged(before: object, after: object): string[] {
  const old = new Map(Object.entries(before))
  return Object.entries(after).flatMap(([key, value]) =>
    JSON.stringify(old.get(key)) === JSON.stringify(value) ? [] : [key],
  )
}

function recalculationFor(changed: readonly string[], zoneChanged: boolean): Recalculation {
  if (changed.some((key) => !presentation.has(key))) return 'ledger'
  return zoneChanged ? 'days' : 'none'
}
