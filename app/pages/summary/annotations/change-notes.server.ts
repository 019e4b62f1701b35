import { AppError } from '@tillsight/core'
import { wordRefusal } from '../../../blocks/fields/word-refusal.server.ts'
import type { Language } from '../../../language/index.ts'
import { formText } from '../../../request.server.ts'
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

/** Why an annotation was rejected, in the language of the page, and what was typed. */
export function toNoteFailure(
  refusal: unknown,
  form: FormData,
  language: Language,
): { failure: NoteFailure; status: number } {
  const { body, status } = wordRefusal(refusal, { language })
  return { failure: { ...body, typed: typedNote(form) }, status }
}

function typedNote(form: FormData): NoteFailure['typed'] {
  return { day: formText(form, 'day'), text: formText(form, 'text'), isShared: form.get('shared') === 'yes' }
}
