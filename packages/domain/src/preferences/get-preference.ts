import { findPreference } from '@tillsight/database'
import { z } from 'zod'
import { defineVerb, ownKey, type ShopContext } from '../context/index.ts'
import { Preference } from '../inputs/index.ts'
import { readPreference } from './stored-preference.ts'

/** What the person prefers on the shop, completed by the specification's defaults; others than people get these only. */
export const getPreference = defineVerb({
  name: 'preference.get',
  needs: 'shops:read',
  access: 'read',
  input: z.object({}),
  output: Preference,
  async run(ctx: ShopContext) {
    return readPreference((await findPreference(ctx.queries, ownKey(ctx))) ?? {}).complete
  },
})
