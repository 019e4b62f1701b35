import type { OrganisationId } from '@tillsight/core'
import { listMemberships, lockPerson } from '@tillsight/database'
import { defineVerb, type PersonContext, permissionsOf } from '../context/index.ts'
import { CreateShopInput } from '../inputs/index.ts'
import { foundOrganisation, toPersonActor } from '../organisations/index.ts'
import { addShop, assertRoom } from './create-shop.ts'
import { ShopView } from './shop.ts'

/**
 * Adds a shop for a person who names no organisation: to the first one where they may, or to one of their own that is
 * made with it. Throws `conflict` when that one has a shop of the domain, `limit_reached` when too many of theirs wait for
 * their store, and leaves nothing then.
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
    const homes = await findHomes(ctx)
    await assertRoom(ctx, homes)
    const organisation = homes[0] ?? (await foundOrganisation(ctx, input.name ?? input.domain)).organisation
    return addShop({ queries: ctx.queries, organisation }, input)
  },
})

/** The organisations that the person may add shops to. */
async function findHomes({ queries, person }: PersonContext): Promise<OrganisationId[]> {
  const memberships = await listMemberships(queries, person)
  const may = memberships.filter((membership) => {
    const actor = toPersonActor(membership)
    return actor.shops === 'all' && permissionsOf(actor).includes('shops:write')
  })
  return may.map(({ organisationId }) => organisationId)
}
