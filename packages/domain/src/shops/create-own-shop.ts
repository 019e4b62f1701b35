import type { OrganisationId } from '@tillsight/core'
import { listMemberships, lockPerson } from '@tillsight/database'
import { defineVerb, type PersonContext, permissionsOf } from '../context/index.ts'
import { foundOrganisation, toPersonActor } from '../organisations/index.ts'
import { addShop } from './create-shop.ts'
import { CreateShopInput } from './inputs.ts'
import { ShopView } from './shop.ts'

/**
 * Adds a shop for a person who names no organisation: to the first one where they may, or to one of their own that is
 * made with it. Throws `conflict` when the domain is taken, and leaves nothing then.
 */
export const createOwnShop = defineVerb({
  name: 'shop.create_own',
  needs: 'self',
  access: 'write',
  input: CreateShopInput,
  output: ShopView,
  async run(ctx: PersonContext, input) {
    // Two first shops at once would found two organisations.
    await lockPerson(ctx.queries, ctx.person)
    const organisation =
      (await findHome(ctx)) ?? (await foundOrganisation(ctx, input.name ?? input.domain)).organisation
    return addShop({ queries: ctx.queries, organisation }, input)
  },
})

async function findHome({ queries, person }: PersonContext): Promise<OrganisationId | undefined> {
  const memberships = await listMemberships(queries, person)
  return memberships.find((membership) => {
    const actor = toPersonActor(membership)
    return actor.shops === 'all' && permissionsOf(actor).includes('shops:write')
  })?.organisationId
}
