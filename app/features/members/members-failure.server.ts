import { isAppError } from '@tillsight/core'
import { toFormFailure } from '../../failures.server.ts'
import { formText } from '../../form-text.ts'
import type { MembersFailure } from './model.ts'

/** Why a form was refused; a missing permission is said on the page as well, since somebody may just have lost theirs. */
export function toMembersFailure(refusal: unknown, form: FormData): { failure: MembersFailure; status: number } {
  const typed = { email: formText(form, 'email'), role: formText(form, 'role') }
  if (isAppError(refusal) && refusal.code === 'forbidden') {
    return { failure: { message: refusal.message, fields: {}, typed }, status: 403 }
  }
  const { body, status } = toFormFailure(refusal)
  return { failure: { ...body, typed }, status }
}
