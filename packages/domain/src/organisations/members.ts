import { AppError, type OrganisationId, type PersonId, toOrganisationId, toPersonId } from '@tillsight/core'
import {
  type Db,
  deleteMembership,
  listOpenInvitations,
  listMembers as listRows,
  lockMemberships,
  type MembershipRow,
  readOrganisation,
  updateMembership,
} from '@tillsight/database'
import { z } from 'zod'
import { changesBetween } from '../audit/index.ts'
import { assertAllowed, type Context, defineVerb, type PersonContext, permissionsOf, toRole } from '../context/index.ts'
import { RoleInput } from '../inputs/index.ts'
import { recordMember } from './audit-members.ts'
import { organisationNotFound, toPersonActor } from './organisations.ts'

/** Memberships locked until the transaction ends. */
type LockedMembers = readonly MembershipRow[]

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

/** The same for a member who leaves. Throws `not_found` for anybody who is not a member. */
async function lockOwnMembership(
  db: Db,
  { person, organisation }: { person: PersonId; organisation: OrganisationId },
): Promise<LockedMembers> {
  const members = await lockMemberships(db, organisation)
  if (!members.some(({ personId }) => personId === person)) throw organisationNotFound()
  return members
}

/** Throws `not_found` for anybody who is not a member, whether they exist elsewhere or not. */
function memberOf(members: LockedMembers, person: PersonId): MembershipRow {
  const member = members.find(({ personId }) => personId === person)
  if (member) return member
  throw new AppError('not_found', 'This person is not a member here. They may have left meanwhile; reload the page.')
}

/** Throws `conflict` if no owner would be left without this member. */
function assertOwnerRemains(members: LockedMembers, leaving: MembershipRow): void {
  if (leaving.role !== 'owner') return
  if (members.some(({ personId, role }) => role === 'owner' && personId !== leaving.personId)) return
  throw new AppError(
    'conflict',
    'This is the only owner, and an organisation cannot be without one. Make somebody else an owner first.',
  )
}

/** Changes a member's role; an owner sees all shops. Throws `conflict` if no owner would be left. */
export const changeRole = defineVerb({
  name: 'member.change_role',
  needs: 'members:write',
  access: 'write',
  input: z.object({ person: z.string().transform(toPersonId), role: RoleInput }),
  output: z.object({}),
  async run(ctx: Context, { person, role }) {
    const members = await lockMembersFor(ctx, 'member.change_role')
    const member = memberOf(members, person)
    if (role !== 'owner') assertOwnerRemains(members, member)
    await recordMember(ctx, person, {
      action: 'member.change_role',
      changes: changesBetween({ role: member.role }, { role }),
    })
    await updateMembership(ctx.queries, member, { role, shopIds: role === 'owner' ? null : member.shopIds })
    return {}
  },
})

/** Ends the person's own membership, whatever their role. Throws `conflict` for the only owner. */
export const leaveOrganisation = defineVerb({
  name: 'organisation.leave',
  needs: 'self',
  access: 'write',
  input: z.object({ organisation: z.string().transform(toOrganisationId) }),
  output: z.object({}),
  async run(ctx: PersonContext, { organisation }) {
    const { queries, person } = ctx
    const members = await lockOwnMembership(queries, { person, organisation })
    const own = memberOf(members, person)
    assertOwnerRemains(members, own)
    await deleteMembership(queries, own)
    await recordMember({ ...ctx, organisation }, person, { action: 'organisation.leave' })
    return {}
  },
})

/** The members of an organisation, and its open invitations. */
export const MembersView = z.object({
  name: z.string(),
  /** Whether the actor may invite, change and remove members. */
  mayChange: z.boolean(),
  members: z.array(
    z.object({
      person: z.string(),
      name: z.string(),
      email: z.string(),
      role: RoleInput,
      /** Null for all shops. */
      shops: z.array(z.string()).nullable(),
      since: z.iso.datetime(),
    }),
  ),
  invitations: z.array(
    z.object({
      id: z.string(),
      email: z.string(),
      role: RoleInput,
      shops: z.array(z.string()).nullable(),
      expiresAt: z.iso.datetime(),
    }),
  ),
})
export type MembersView = z.infer<typeof MembersView>

/** Lists the organisation's members by name, and its open invitations, newest first. */
export const listMembers = defineVerb({
  name: 'member.list',
  needs: 'members:read',
  access: 'read',
  input: z.object({}),
  output: MembersView,
  async run({ actor, queries, organisation, clock }: Context) {
    const [{ name }, members, invitations] = await Promise.all([
      readOrganisation(queries, organisation),
      listRows(queries, organisation),
      listOpenInvitations(queries, organisation, clock.now()),
    ])
    return {
      name,
      mayChange: permissionsOf(actor).includes('members:write'),
      members: members.map((row) => ({
        person: row.personId,
        name: row.name,
        email: row.email,
        role: toRole(row.role),
        shops: row.shopIds,
        since: row.createdAt.toISOString(),
      })),
      invitations: invitations.map((row) => ({
        id: row.id,
        email: row.email,
        role: toRole(row.role),
        shops: row.shopIds,
        expiresAt: row.expiresAt.toISOString(),
      })),
    }
  },
})

/** Removes a member. Throws `conflict` if no owner would be left. */
export const removeMember = defineVerb({
  name: 'member.remove',
  needs: 'members:write',
  access: 'write',
  input: z.object({ person: z.string().transform(toPersonId) }),
  output: z.object({}),
  async run(ctx: Context, { person }) {
    const members = await lockMembersFor(ctx, 'member.remove')
    const member = memberOf(members, person)
    assertOwnerRemains(members, member)
    await deleteMembership(ctx.queries, member)
    await recordMember(ctx, person, { action: 'member.remove' })
    return {}
  },
})
