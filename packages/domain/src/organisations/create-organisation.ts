import { addMembership, createOrganisation as insertOrganisation } from '@tillsight/database'
import { z } from 'zod'
import { defineVerb, type PersonContext } from '../context/index.ts'
import { OrganisationName } from '../inputs/index.ts'
import { MembershipView } from './membership-view.ts'

/** Starts an organisation whose owner is the person. */
export const createOrganisation = defineVerb({
  name: 'organisation.create',
  needs: 'self',
  access: 'write',
  input: z.object({ name: OrganisationName }),
  output: MembershipView,
  run: (ctx: PersonContext, { name }) => foundOrganisation(ctx, name),
})

/** The writing alone, for whoever starts one along with something else. */
export async function foundOrganisation({ queries, person }: PersonContext, name: string): Promise<MembershipView> {
  const { id } = await insertOrganisation(queries, { name })
  await addMembership(queries, { organisationId: id, personId: person, role: 'owner', shopIds: null })
  return { organisation: id, name, role: 'owner' }
}
