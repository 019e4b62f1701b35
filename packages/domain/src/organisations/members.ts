import { toPersonId } from '@tillsight/core'
import {
  announceInbox,
  findOwnershipOffer,
  listOpenInvitations,
  listMembers as listRows,
  readOrganisation,
  updateMembership,
} from '@tillsight/database'
import { z } from 'zod'
import { changesBetween } from '../audit/index.ts'
import { type Context, defineVerb, permissionsOf, toRole } from '../context/index.ts'
import { RoleInput, ShopNames } from '../inputs/index.ts'
import { recordMember } from './audit-members.ts'
import { assertOwnerRemains, lockMembersFor, memberOf } from './locked-members.ts'
import { EndedIds, endKeys } from './made-by-member.ts'
import { OwnershipOffer } from './ownership.ts'
import { readShops, sharesShops, shopPrinter } from './shop-access.ts'

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
    await announceInbox(ctx.queries, person)
    return {}
  },
})

/**
 * Changes which shops a member sees; null: all, also later ones. Ends those of their keys that are named: one that reaches more
 * shops opens no other ones while they are limited, and does again once they are not. Throws `invalid_input` for an owner, who
 * sees all, and `not_found` for a key that is not theirs.
 */
export const changeShops = defineVerb({
  name: 'member.change_shops',
  needs: 'members:write',
  access: 'write',
  input: z.object({ person: z.string().transform(toPersonId), shops: ShopNames.nullable(), keys: EndedIds }),
  output: z.object({}),
  async run(ctx: Context, { person, shops, keys }) {
    const member = memberOf(await lockMembersFor(ctx, 'member.change_shops'), person)
    const shopIds = await readShops(ctx, { role: member.role === 'owner' ? 'owner' : 'viewer', shops })
    const print = await shopPrinter(ctx)
    await recordMember(ctx, person, {
      action: 'member.change_shops',
      changes: changesBetween(
        { shops: print(member.shopIds) ?? 'all' },
        { shops: print(shopIds) ?? 'all', ...(keys.length > 0 && { revokedKeys: keys }) },
      ),
    })
    await endKeys(ctx, person, keys)
    await updateMembership(ctx.queries, member, { role: member.role, shopIds })
    // Their open pages are checked again at once.
    await announceInbox(ctx.queries, person)
    return {}
  },
})

/** An open invitation, or one that was just made. */
export const InvitationEntry = z.object({
  id: z.string(),
  email: z.string(),
  role: RoleInput,
  /** Domains; null for all shops. */
  shops: z.array(z.string()).nullable(),
  state: z.literal('open'),
  expiresAt: z.iso.datetime(),
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
      /** Domains; null for all shops. */
      shops: z.array(z.string()).nullable(),
      since: z.iso.datetime(),
      /** Whether their account had a second factor when it was last seen. */
      secondFactor: z.boolean(),
      /** The last day, in UTC, on which they opened something of the organisation; null: never, or before it was noted. */
      seenOn: z.iso.date().nullable(),
    }),
  ),
  invitations: z.array(InvitationEntry),
  /** The organisation is offered to one of its members; null to everybody but owners and that member. */
  offer: OwnershipOffer.nullable(),
  /** From when on everybody needs a second factor; null: nobody needs one. */
  factorFrom: z.iso.datetime().nullable(),
  /** When the organisation is deleted; null: it is not. */
  deleteAt: z.iso.datetime().nullable(),
})
export type MembersView = z.infer<typeof MembersView>

/**
 * Lists the organisation's members by name, and its open invitations, newest first. To whoever is limited to certain shops,
 * only people with whom they share one are shown, and of their shops only those.
 */
export const listMembers = defineVerb({
  name: 'member.list',
  needs: 'members:read',
  access: 'read',
  input: z.object({}),
  output: MembersView,
  async run(ctx: Context) {
    const { actor, queries, organisation, clock } = ctx
    const [{ name, factorFrom, deleteAt }, members, invitations, print, offer] = await Promise.all([
      readOrganisation(queries, organisation),
      listRows(queries, organisation),
      listOpenInvitations(queries, organisation, clock.now()),
      shopPrinter(ctx),
      findOwnershipOffer(queries, organisation, clock.now()),
    ])
    const mayChange = permissionsOf(actor).includes('members:write')
    const isOffered = offer && (mayChange || (actor.kind === 'person' && actor.id === offer.toPerson))
    const isShown = ({ shopIds }: (typeof members | typeof invitations)[number]) => sharesShops(actor, shopIds)
    return {
      name,
      mayChange,
      factorFrom: factorFrom?.toISOString() ?? null,
      deleteAt: deleteAt?.toISOString() ?? null,
      offer: isOffered
        ? { from: offer.fromPerson, to: offer.toPerson, expiresAt: offer.expiresAt.toISOString() }
        : null,
      members: members.filter(isShown).map((row) => ({
        person: row.personId,
        name: row.name,
        email: row.email,
        role: toRole(row.role),
        shops: print(row.shopIds),
        since: row.createdAt.toISOString(),
        secondFactor: row.hasFactor,
        seenOn: row.seenOn,
      })),
      invitations: invitations.filter(isShown).map((row) => ({
        id: row.id,
        email: row.email,
        role: toRole(row.role),
        shops: print(row.shopIds),
        state: 'open' as const,
        expiresAt: row.expiresAt.toISOString(),
      })),
    }
  },
})
