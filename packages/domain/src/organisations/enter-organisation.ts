import { AppError, type OrganisationId, type PersonId } from '@tillsight/core'
import { type Db, findMembership, type MembershipRow } from '@tillsight/database'
import { type Context, type PersonActor, type PersonContext, toRole } from '../context/index.ts'

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
