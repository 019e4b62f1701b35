import { AppError, type OrganisationId, type PersonId } from '@tillsight/core'
import { type Db, lockMemberships, type MembershipRow } from '@tillsight/database'
import { assertAllowed, type Context } from '../context/index.ts'
import { organisationNotFound, toPersonActor } from './organisations.ts'

/** Memberships locked until the transaction ends. */
export type LockedMembers = readonly MembershipRow[]

/**
 * Locks the memberships for a verb that changes them, and checks the actor's permission again: they may have been demoted
 * since the request began. Throws `not_found`, `forbidden`.
 */
export async function lockMembersFor({ actor, organisation, queries }: Context, what: string): Promise<LockedMembers> {
  const members = await lockMemberships(queries, organisation)
  if (actor.kind !== 'person') return members
  const own = members.find(({ personId }) => personId === actor.id)
  if (!own) throw organisationNotFound()
  assertAllowed(toPersonActor(own), 'members:write', what)
  return members
}

/** The same for a member who acts for themselves. Throws `not_found` for anybody who is not a member. */
export async function lockOwnMembership(
  db: Db,
  { person, organisation }: { person: PersonId; organisation: OrganisationId },
): Promise<LockedMembers> {
  const members = await lockMemberships(db, organisation)
  if (!members.some(({ personId }) => personId === person)) throw organisationNotFound()
  return members
}

/** Throws `not_found` for anybody who is not a member, whether they exist elsewhere or not. */
export function memberOf(members: LockedMembers, person: PersonId): MembershipRow {
  const member = members.find(({ personId }) => personId === person)
  if (member) return member
  throw noMember()
}

/** The same for anybody who is not a member, whether they exist elsewhere or not. */
export function noMember(): AppError {
  return new AppError('not_found', 'This person is not a member here. They may have left meanwhile; reload the page.')
}

/** Throws `conflict` if no owner would be left without this member. */
export function assertOwnerRemains(members: LockedMembers, leaving: MembershipRow): void {
  if (leaving.role !== 'owner') return
  if (members.some(({ personId, role }) => role === 'owner' && personId !== leaving.personId)) return
  throw new AppError(
    'conflict',
    'This is the only owner, and an organisation cannot be without one. Make somebody else an owner first.',
  )
}
