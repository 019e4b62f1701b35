import { AppError, isAppError } from '@tillsight/core'
import { formText, toFormFailure } from '../../../request.server.ts'
import type { ShopServices } from '../../../services.ts'
import type { NoteFailure } from './model.ts'

/** Adds or deletes an annotation. Throws what the verbs throw. */
export async function changeNotes({ run }: Pick<ShopServices, 'run'>, form: FormData): Promise<void> {
  switch (formText(form, 'intent')) {
    case 'annotate':
      await run('annotation.add', typedNote(form))
      return
    case 'remove-annotation':
      await run('annotation.remove', { annotation: formText(form, 'annotation') })
      return
    default:
      throw new AppError('invalid_input', 'This form is not one of this page. Reload the page and try again.')
  }
}

/** Why an annotation was rejected; a missing right is shown beside the form, since the person may just have lost it. */
export function toNoteFailure(refusal: unknown, form: FormData): { failure: NoteFailure; status: number } {
  const typed = typedNote(form)
  if (isAppError(refusal) && refusal.code === 'forbidden') {
    return { failure: { message: refusal.message, fields: {}, typed }, status: 403 }
  }
  const { body, status } = toFormFailure(refusal)
  return { failure: { ...body, typed }, status }
}

function typedNote(form: FormData): NoteFailure['typed'] {
  return { day: formText(form, 'day'), text: formText(form, 'text'), isShared: form.get('shared') === 'yes' }
}
