import { AppError, type OrganisationId, type PersonId, toOrganisationId } from '@tillsight/core'
import {
  addMembership,
  claimMemberlessOrganisations,
  type Database,
  type Db,
  findMembership,
  createOrganisation as insertOrganisation,
  listMemberships as listRows,
  type MembershipRow,
  renameOrganisation as rename,
} from '@tillsight/database'
import { z } from 'zod'
import { type Context, defineVerb, type PersonActor, type PersonContext, toRole } from '../context/index.ts'
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

/** What a membership makes of a person. */
export function toPersonActor({ personId, role, shopIds }: Omit<MembershipRow, 'createdAt'>): PersonActor {
  return { kind: 'person', id: personId, role: toRole(role), shops: shopIds ?? 'all' }
}

/** The person as a member. Throws the same `not_found` for an organisation of others and for one that does not exist. */
export async function resolveActor(db: Db, person: PersonId, organisation: OrganisationId): Promise<PersonActor> {
  const membership = await findMembership(db, { organisationId: organisation, personId: person })
  if (!membership) throw organisationNotFound()
  return toPersonActor(membership)
}

/** Binds a person's context to one of their organisations. Throws `not_found`, the same as {@link resolveActor}. */
export async function enterOrganisation(ctx: PersonContext, organisation: OrganisationId): Promise<Context> {
  const { db, queries, clock, log } = ctx
  return { actor: await resolveActor(queries, ctx.person, organisation), organisation, db, queries, clock, log }
}

/** The same answer for an organisation that does not exist and for one that is somebody else's. */
export function organisationNotFound(): AppError {
  return new AppError('not_found', 'There is no such organisation here. Ask one of its owners to invite you.')
}
