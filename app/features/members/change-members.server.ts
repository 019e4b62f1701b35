import { AppError, isAppError } from '@tillsight/core'
import { toFormFailure } from '../../failures.server.ts'
import { formText } from '../../form-text.ts'
import type { MemberServices, RoleView } from '../../identity.ts'
import type { MembersFailure } from './model.ts'
import { roles } from './roles.ts'

/** What a form of the page led to: the word for its message, or the person is no member any more. */
export type MembersOutcome = { readonly kind: 'done'; readonly done: string } | { readonly kind: 'left' }

/** Carries out a form of the page for the person with the id. Throws what the services throw. */
export async function changeMembers(services: MemberServices, form: FormData, self: string): Promise<MembersOutcome> {
  const person = formText(form, 'person')
  switch (formText(form, 'intent')) {
    case 'invite':
      await services.invite({ email: formText(form, 'email'), role: readRole(form) })
      return { kind: 'done', done: 'invited' }
    case 'role':
      await services.changeRole(person, readRole(form))
      return { kind: 'done', done: 'role' }
    case 'remove':
      await services.remove(person)
      return person === self ? { kind: 'left' } : { kind: 'done', done: 'removed' }
    case 'leave':
      await services.remove(self)
      return { kind: 'left' }
    case 'revoke':
      await services.revokeInvitation(formText(form, 'invitation'))
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

function readRole(form: FormData): RoleView {
  const text = formText(form, 'role')
  const known = roles.find(({ role }) => role === text)
  if (known) return known.role
  throw new AppError('invalid_input', 'Choose one of the roles.', { details: { field: 'role' } })
}
