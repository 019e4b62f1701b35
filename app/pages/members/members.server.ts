import { AppError, isAppError } from '@tillsight/core'
import type { MembersView, OrganisationVerbs, Role, RunVerb } from '@tillsight/domain'
import { instantText } from '../../format/index.ts'
import { formText, toFormFailure } from '../../request.server.ts'
import type { AppServices } from '../../services.ts'
import { type LeavingModel, type MembersFailure, type MembersModel, roles } from './model.ts'

const enumerate = new Intl.ListFormat('en', { type: 'conjunction' })

interface Asked {
  /** Id of the current person. */
  readonly self: string
  /** Id of the member who is to be removed, as the address has it. */
  readonly remove: string | null
}

/** The members as the page shows them; undefined for a role that may not see them. */
export async function loadMembers(
  run: RunVerb<OrganisationVerbs>,
  { self, remove }: Asked,
): Promise<MembersModel | undefined> {
  try {
    const view = await run('member.list')
    const printed = printMembers(view, self)
    if (!view.mayChange) return printed
    const member = printed.members.find(({ person, isSelf }) => person === remove && !isSelf)
    const [shops, leaving] = await Promise.all([run('shop.list'), member && loadLeaving(run, member)])
    return { ...printed, shops: shops.map(({ domain, name }) => ({ domain, name })), leaving }
  } catch (failure) {
    if (isAppError(failure) && failure.code === 'forbidden') return undefined
    throw failure
  }
}

async function loadLeaving(
  run: RunVerb<OrganisationVerbs>,
  { person, ...member }: MembersModel['members'][number],
): Promise<LeavingModel> {
  const { keys, webhooks } = await run('member.made', { person })
  return {
    person,
    who: callOf(member),
    keys: keys.map(({ id, name, prefix, shops }) => ({
      id,
      name,
      detail: `${prefix}… · ${shops === null ? 'all shops' : shops.join(', ')}`,
    })),
    webhooks: webhooks.map(({ id, url, shop }) => ({ id, name: url, detail: shop })),
  }
}

/** Members by name, the current person first; invitations in their given order. */
export function printMembers(view: MembersView, self: string): MembersModel {
  const { name, mayChange, members, invitations, offer, factorFrom } = view
  const nameOf = (id: string) => {
    const found = members.find(({ person }) => person === id)
    return found ? callOf(found) : ''
  }
  const owners = members.filter(({ role }) => role === 'owner')
  return {
    name,
    mayChange,
    members: members
      .toSorted((a, b) => Number(b.person === self) - Number(a.person === self) || callOf(a).localeCompare(callOf(b)))
      .map(({ person, name: called, email, role, since, shops, secondFactor, seenOn }) => ({
        person,
        name: called,
        email,
        role,
        since: dayOf(since),
        isSelf: person === self,
        shops,
        sees: seesText(shops),
        hasFactor: secondFactor,
        seen: seenOn === null ? 'not seen yet' : `last seen on ${dayOf(`${seenOn}T00:00:00Z`)}`,
      })),
    invitations: invitations.map(({ id, email, role, shops, expiresAt }) => ({
      id,
      email,
      role,
      sees: seesText(shops),
      until: dayOf(expiresAt),
    })),
    whoMay: enumerate.format(owners.map(callOf)),
    isOnlyOwner: owners.length === 1 && owners.some(({ person }) => person === self),
    shops: [],
    leaving: undefined,
    factorFrom: factorFrom && dayOf(factorFrom),
    offer: offer
      ? {
          isForSelf: offer.to === self,
          from: nameOf(offer.from),
          to: nameOf(offer.to),
          until: dayOf(offer.expiresAt),
        }
      : undefined,
  }
}

function seesText(shops: readonly string[] | null): string {
  return shops === null ? 'Sees all shops' : `Sees ${enumerate.format(shops)}`
}

/** `2 Nov 2026` */
function dayOf(instant: string): string {
  return instantText(instant, 'UTC').split(',', 1).join('')
}

function callOf({ name, email }: { readonly name: string; readonly email: string }): string {
  return name || email
}

/** Result of a form: the key of its confirmation, or that the person has left. */
export type MembersOutcome = { readonly kind: 'done'; readonly done: string } | { readonly kind: 'left' }

interface Membership {
  readonly organisation: string
  /** Id of the current person. */
  readonly self: string
}

/** Carries out a form of the page. Throws what the verbs throw. */
export async function changeMembers(
  services: Pick<AppServices, 'run' | 'inOrganisation'>,
  form: FormData,
  { organisation, self }: Membership,
): Promise<MembersOutcome> {
  const run = await services.inOrganisation(organisation)
  const leave = async (): Promise<MembersOutcome> => {
    await services.run('organisation.leave', { organisation })
    return { kind: 'left' }
  }
  const person = formText(form, 'person')
  switch (formText(form, 'intent')) {
    case 'invite':
      await run('member.invite', { email: formText(form, 'email'), role: readRole(form), shops: readShops(form) })
      return { kind: 'done', done: 'invited' }
    case 'resend':
      await run('member.resend_invitation', { invitation: formText(form, 'invitation') })
      return { kind: 'done', done: 'resent' }
    case 'shops':
      await run('member.change_shops', { person, shops: readShops(form) })
      return { kind: 'done', done: 'shops' }
    case 'offer':
      await run('ownership.offer', { person })
      return { kind: 'done', done: 'offered' }
    case 'withdraw-offer':
      await run('ownership.withdraw')
      return { kind: 'done', done: 'offer-withdrawn' }
    case 'accept-offer':
      await run('ownership.accept')
      return { kind: 'done', done: 'owner' }
    case 'require-factor':
    case 'allow-no-factor': {
      const required = formText(form, 'intent') === 'require-factor'
      await run('organisation.require_factor', { required })
      return { kind: 'done', done: required ? 'factor' : 'no-factor' }
    }
    case 'role':
      await run('member.change_role', { person, role: readRole(form) })
      return { kind: 'done', done: 'role' }
    case 'remove':
      if (person === self) return await leave()
      await run('member.remove', { person, keys: all(form, 'keys'), webhooks: all(form, 'webhooks') })
      return { kind: 'done', done: 'removed' }
    case 'leave':
      return await leave()
    case 'revoke':
      await run('member.revoke_invitation', { invitation: formText(form, 'invitation') })
      return { kind: 'done', done: 'revoked' }
    default:
      throw new AppError('invalid_input', 'This form is not one of this page. Reload the page and try again.')
  }
}

/** Why a form was rejected; a missing permission is shown on the page too, since the person may just have lost it. */
export function toMembersFailure(refusal: unknown, form: FormData): { failure: MembersFailure; status: number } {
  const typed = { email: formText(form, 'email'), role: formText(form, 'role'), shops: readShops(form) }
  if (isAppError(refusal) && refusal.code === 'forbidden') {
    return { failure: { message: refusal.message, fields: {}, typed }, status: 403 }
  }
  const { body, status } = toFormFailure(refusal)
  return { failure: { ...body, typed }, status }
}

/** Null: all. */
function readShops(form: FormData): string[] | null {
  return formText(form, 'access') === 'certain' ? all(form, 'shops') : null
}

function all(form: FormData, name: string): string[] {
  return form.getAll(name).filter((value): value is string => typeof value === 'string')
}

function readRole(form: FormData): Role {
  const text = formText(form, 'role')
  const known = roles.find(({ role }) => role === text)
  if (known) return known.role
  throw new AppError('invalid_input', 'Choose one of the roles.', { details: { field: 'role' } })
}
