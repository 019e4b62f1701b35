import { z } from 'zod'
import { defineVerb } from '../context/index.ts'
import { Recalculation } from '../shops/index.ts'
import { rebuildDaily } from './daily.ts'
import { rebookShop } from './rebook.ts'

/** Lets past figures follow the shop's settings: what `shop.update` says is needed. Long for a large shop. */
export const recalculate = defineVerb({
  name: 'shop.recalculate',
  needs: 'shops:write',
  access: 'work',
  input: z.object({ what: Recalculation }),
  output: z.object({ what: Recalculation }),
  async run(ctx, { what }) {
    if (what === 'ledger') await rebookShop(ctx)
    else if (what === 'days') await rebuildDaily(ctx)
    return { what }
  },
})
