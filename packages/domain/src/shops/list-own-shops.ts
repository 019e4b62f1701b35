import { listShopsOfPerson } from '@tillsight/database'
import { z } from 'zod'
import { defineVerb, type PersonContext, permissionsOf, toShop } from '../context/index.ts'
import { toPersonActor } from '../organisations/index.ts'
import { ShopView } from './shop.ts'

/** The shops that the person may see, over all their organisations, by name; one query. */
export const listOwnShops = defineVerb({
  name: 'shop.list_own',
  needs: 'self',
  access: 'read',
  input: z.object({}),
  output: z.array(ShopView),
  async run({ queries, person }: PersonContext) {
    const rows = await listShopsOfPerson(queries, person)
    const maySee = (row: (typeof rows)[number]) =>
      permissionsOf(toPersonActor({ ...row, personId: person })).includes('shops:read')
    return rows.filter(maySee).map(toShop)
  },
})
