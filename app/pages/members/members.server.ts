import { AppError, isAppError } from '@tillsight/core'
import type { MembersView, OrganisationVerbs, Role, RunVerb } from '@tillsight/domain'
import { instantText } from '../../format/index.ts'
import { formText, toFormFailure } from '../../request.server.ts'
import type { AppServices } from '../../services.ts'
import { type MembersFailure, type MembersModel, roles } from './model.ts'

const enumerate = new Intl.ListFormat('en', { type: 'conjunction' })

/** The members as the page shows them; undefined for a role that may not see them. */
export async function loadMembers(run: RunVerb<OrganisationVerbs>, self: string): Promise<MembersModel | undefined> {
  try {
    return printMembers(await run('member.list'), self)
  } catch (failure) {
    if (isAppError(failure) && failure.code === 'forbidden') return undefined
    throw failure
  }
}

/** Members by name, the current person first; invitations in their given order. */
export function printMembers({ name, mayChange, members, invitations }: MembersView, self: string): MembersModel {
  const owners = members.filter(({ role }) => role === 'owner')
  return {
    name,
    mayChange,
    members: members
      .toSorted((a, b) => Number(b.person === self) - Number(a.person === self) || callOf(a).localeCompare(callOf(b)))
      .map(({ person, name: called, email, role, since }) => {
        return { person, name: called, email, role, since: dayOf(since), isSelf: person === self }
      }),
    invitations: invitations.map(({ id, email, role, expiresAt }) => ({
      id,
      email,
      role,
      until: dayOf(expiresAt),
    })),
    whoMay: enumerate.format(owners.map(callOf)),
    isOnlyOwner: owners.length === 1 && owners.some(({ person }) => person === self),
  }
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
      await run('member.invite', { email: formText(form, 'email'), role: readRole(form) })
      return { kind: 'done', done: 'invited' }
    case 'role':
      await run('member.change_role', { person, role: readRole(form) })
      return { kind: 'done', done: 'role' }
    case 'remove':
      if (person === self) return await leave()
      await run('member.remove', { person })
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
  const typed = { email: formText(form, 'email'), role: formText(form, 'role') }
  if (isAppError(refusal) && refusal.code === 'forbidden') {
    return { failure: { message: refusal.message, fields: {}, typed }, status: 403 }
  }
  const { body, status } = toFormFailure(refusal)
  return { failure: { ...body, typed }, status }
}

function readRole(form: FormData): Role {
  const text = formText(form, 'role')
  const known = roles.find(({ role }) => role === text)
  if (known) return known.role
  throw new AppError('invalid_input', 'Choose one of the roles.', { details: { field: 'role' } })
}
