import { AppError, type PersonId, type ShopId, toPersonId } from '@tillsight/core'
import {
  announceInbox,
  deleteOwnershipOffer,
  findMembership,
  findOwnershipOffer,
  listShops,
  readOrganisation,
  readPerson,
  saveOwnershipOffer,
  updateMembership,
} from '@tillsight/database'
import { z } from 'zod'
import { changesBetween } from '../audit/index.ts'
import { type Context, defineVerb } from '../context/index.ts'
import { recordMember } from './audit-members.ts'
import type { MemberContext, MemberLetter } from './letters.ts'
import { lockMembersFor, lockOwnMembership, memberOf } from './locked-members.ts'

const holdsForMs = 7 * 24 * 3_600_000

/** An offer that can be accepted. */
export const OwnershipOffer = z.object({ from: z.string(), to: z.string(), expiresAt: z.iso.datetime() })

/**
 * Offers the owner's own place to another member, who has seven days to confirm; both are told by mail. It replaces an earlier
 * offer. Throws `conflict` for somebody who is an owner already.
 */
export const offerOwnership = defineVerb({
  name: 'ownership.offer',
  needs: 'members:write',
  access: 'write',
  input: z.object({ person: z.string().transform(toPersonId) }),
  output: OwnershipOffer,
  async run(ctx: MemberContext, { person }) {
    const members = await lockMembersFor(ctx, 'ownership.offer')
    const from = actingPerson(ctx)
    const to = memberOf(members, person)
    if (to.role === 'owner') {
      throw new AppError('conflict', 'This person is an owner already. To give up your own place, change your role.')
    }
    const now = ctx.clock.now()
    const expiresAt = new Date(now.getTime() + holdsForMs)
    await saveOwnershipOffer(ctx.queries, {
      organisationId: ctx.organisation,
      fromPerson: from,
      toPerson: person,
      expiresAt,
      createdAt: now,
    })
    await recordMember(ctx, person, { action: 'ownership.offer' })
    await tell(ctx, { kind: 'ownership_offered', to: person, about: from, at: expiresAt })
    await tell(ctx, { kind: 'ownership_offer_sent', to: from, about: person, at: expiresAt })
    return { from, to: person, expiresAt: expiresAt.toISOString() }
  },
})

/** The offer that is made to the person themselves, whatever they may see; null: none. */
export const findOwnership = defineVerb({
  name: 'ownership.find',
  needs: 'self',
  access: 'read',
  input: z.object({}),
  output: z.object({ from: z.string(), expiresAt: z.iso.datetime() }).nullable(),
  async run({ actor, queries, organisation, clock }: Context) {
    const offer = await findOwnershipOffer(queries, organisation, clock.now())
    if (!offer || actor.kind !== 'person' || actor.id !== offer.toPerson) return null
    const { name, email } = await readPerson(queries, offer.fromPerson)
    return { from: name || email, expiresAt: offer.expiresAt.toISOString() }
  },
})

/** Withdraws the offer. Throws `not_found` when there is none. */
export const withdrawOwnership = defineVerb({
  name: 'ownership.withdraw',
  needs: 'members:write',
  access: 'write',
  input: z.object({}),
  output: z.object({}),
  async run(ctx: Context) {
    const { queries, organisation, clock } = ctx
    await lockMembersFor(ctx, 'ownership.withdraw')
    const offer = await findOwnershipOffer(queries, organisation, clock.now())
    if (!offer) throw noOffer()
    await deleteOwnershipOffer(queries, organisation)
    await recordMember(ctx, offer.toPerson, { action: 'ownership.withdraw' })
    return {}
  },
})

/** Declines the offer that was made to the person themselves; who made it is told by mail. Throws `not_found`. */
export const declineOwnership = defineVerb({
  name: 'ownership.decline',
  needs: 'self',
  access: 'write',
  input: z.object({}),
  output: z.object({}),
  async run(ctx: MemberContext) {
    const { queries, organisation, clock } = ctx
    const person = actingPerson(ctx)
    await lockOwnMembership(queries, { person, organisation })
    const offer = await findOwnershipOffer(queries, organisation, clock.now())
    if (offer?.toPerson !== person) throw noOffer()
    await deleteOwnershipOffer(queries, organisation)
    await recordMember(ctx, person, { action: 'ownership.decline' })
    await tell(ctx, { kind: 'ownership_declined', to: offer.fromPerson, about: person, at: clock.now() })
    return {}
  },
})

/**
 * Accepts the offer that was made to the person themselves: they become an owner, who made it an admin, and both are told by
 * mail. Throws `not_found` when there is none to them, or it has expired, or whoever made it is no owner any more.
 */
export const acceptOwnership = defineVerb({
  name: 'ownership.accept',
  needs: 'self',
  access: 'write',
  input: z.object({}),
  output: z.object({}),
  async run(ctx: MemberContext) {
    const { queries, organisation, clock } = ctx
    const person = actingPerson(ctx)
    const members = await lockOwnMembership(queries, { person, organisation })
    const now = clock.now()
    const offer = await findOwnershipOffer(queries, organisation, now)
    const from = members.find(({ personId, role }) => personId === offer?.fromPerson && role === 'owner')
    if (offer?.toPerson !== person || !from) throw noOffer()
    // First the new owner, so that one remains at any moment.
    const before = memberOf(members, person)
    await updateMembership(queries, before, { role: 'owner', shopIds: null })
    await updateMembership(queries, from, { role: 'admin', shopIds: null })
    await deleteOwnershipOffer(queries, organisation)
    await recordMember(ctx, person, {
      action: 'ownership.accept',
      changes: changesBetween({ role: before.role }, { role: 'owner' }),
    })
    await recordMember(ctx, from.personId, {
      action: 'member.change_role',
      changes: changesBetween({ role: 'owner' }, { role: 'admin' }),
    })
    for (const each of [person, from.personId]) await announceInbox(queries, each)
    await tell(ctx, { kind: 'ownership_gained', to: person, about: from.personId, at: now })
    await tell(ctx, { kind: 'ownership_given', to: from.personId, about: person, at: now })
    return {}
  },
})

/** All verbs of handing over ownership. */
export const ownershipVerbs = [
  acceptOwnership,
  declineOwnership,
  findOwnership,
  offerOwnership,
  withdrawOwnership,
] as const

/** Throws `forbidden` for whatever is no person: only people own something. */
function actingPerson({ actor }: Context): PersonId {
  if (actor.kind === 'person') return toPersonId(actor.id)
  throw new AppError('forbidden', 'Only a person who is signed in can give an organisation to another one.')
}

function noOffer(): AppError {
  return new AppError(
    'not_found',
    'There is no such offer any more: it was withdrawn, has expired, or is for somebody else. Ask an owner to make it again.',
  )
}

/** A shop of the organisation that the person sees. */
async function firstShop(
  { queries, organisation }: Pick<Context, 'queries' | 'organisation'>,
  person: PersonId,
): Promise<ShopId | null> {
  const membership = await findMembership(queries, { organisationId: organisation, personId: person })
  const shops = membership ? await listShops(queries, organisation) : []
  return shops.find(({ id }) => membership?.shopIds?.includes(id) ?? true)?.id ?? null
}

interface Told {
  readonly kind: MemberLetter['kind']
  readonly to: PersonId
  readonly about: PersonId
  readonly at: Date
}

async function tell({ queries, organisation, letters }: MemberContext, { kind, to, about, at }: Told): Promise<void> {
  const [{ name }, reader, other] = [
    await readOrganisation(queries, organisation),
    await readPerson(queries, to),
    await readPerson(queries, about),
  ]
  // A phone account has no address; the page says the same.
  if (reader.email === '') return
  await letters.sendLetter({
    kind,
    to: reader.email,
    language: reader.language,
    organisation: name,
    person: other.name || other.email,
    at,
    shop: await firstShop({ queries, organisation }, to),
  })
}
