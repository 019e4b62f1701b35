import { AppError, isAppError } from '@tillsight/core'
import type { Role } from '@tillsight/domain'
import { formText, toFormFailure } from '../../request.server.ts'
import type { AppServices } from '../../services.ts'
import type { MembersFailure } from './model.ts'
import { roles } from './roles.ts'

/** What a form of the page led to: the word for its message, or the person is no member any more. */
export type MembersOutcome = { readonly kind: 'done'; readonly done: string } | { readonly kind: 'left' }

interface Membership {
  readonly organisation: string
  /** Id of the person who sent the form. */
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

/** Why a form was refused; a missing permission is said on the page as well, since somebody may just have lost theirs. */
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
