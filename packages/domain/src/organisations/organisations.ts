import { type OrganisationId, type PersonId, toOrganisationId } from '@tillsight/core'
import {
  addMembership,
  claimMemberlessOrganisations,
  type Database,
  createOrganisation as insertOrganisation,
  listMemberships as listRows,
  renameOrganisation as rename,
} from '@tillsight/database'
import { z } from 'zod'
import { type Context, defineVerb, type PersonContext, toRole } from '../context/index.ts'
import { OrganisationName, RoleInput } from '../inputs/index.ts'

/** An organisation of a person, and as what they belong to it. */
export const MembershipView = z.object({
  organisation: z.string().transform((id): OrganisationId => toOrganisationId(id)),
  name: z.string(),
  role: RoleInput,
})
export type MembershipView = z.infer<typeof MembershipView>

/**
 * Makes the person the owner of organisations that nobody belongs to, as those made before anybody could sign in. Only
 * for whoever runs the installation.
 */
export async function claimOwnerlessOrganisations(db: Database, person: PersonId): Promise<OrganisationId[]> {
  return claimMemberlessOrganisations(db.kysely, person)
}

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

/** The organisations of the person, by name. */
export const listMemberships = defineVerb({
  name: 'organisation.list',
  needs: 'self',
  access: 'read',
  input: z.object({}),
  output: z.array(MembershipView),
  async run({ queries, person }: PersonContext) {
    const rows = await listRows(queries, person)
    return rows.map(({ organisationId, organisationName, role }) => ({
      organisation: organisationId,
      name: organisationName,
      role: toRole(role),
    }))
  },
})

/** Gives the organisation another name. */
export const renameOrganisation = defineVerb({
  name: 'organisation.rename',
  needs: 'organisation:write',
  access: 'write',
  input: z.object({ name: OrganisationName }),
  output: z.object({ name: z.string() }),
  async run({ queries, organisation }: Context, { name }) {
    return { name: (await rename(queries, organisation, name)).name }
  },
})
