import { type AppError, isAppError } from '@tillsight/core'
import type { Language } from '../../language/languages.ts'
import { wordsOfPage } from '../../language/page-words.server.ts'
import { translateSentence } from '../../language/server-words.server.ts'
import { type FormFailure, toFormFailure } from '../../request.server.ts'
import ar from './words/ar.json' with { type: 'json' }
import de from './words/de.json' with { type: 'json' }
import en from './words/en.json' with { type: 'json' }
import es from './words/es.json' with { type: 'json' }
import fr from './words/fr.json' with { type: 'json' }
import nl from './words/nl.json' with { type: 'json' }

const refusalWords = wordsOfPage({ en, de, fr, es, nl, ar })

interface Wording {
  readonly language: Language
  /** What the page says about a field whose own sentence has no translation, by the path in the refusal. */
  readonly field?: (path: string) => string | undefined
  /** What the page says in place of the sentences about inputs that cannot be stored and about conflicts. */
  readonly general?: string | undefined
}

/**
 * Why a form was refused, in the language of the page: the refusal's own sentence where it has a translation, else what the page
 * says about the field, or about the kind of refusal. A missing permission is shown on the page too, since the person may just
 * have lost it. Anything that the visitor cannot fix is rethrown.
 */
export function wordRefusal(
  refusal: unknown,
  { language, field, general }: Wording,
): { readonly body: FormFailure; readonly status: number } {
  const { body, status } = isForbidden(refusal)
    ? { body: { message: refusal.message, fields: fieldOf(refusal) }, status: 403 }
    : toFormFailure(refusal)
  if (language === 'en') return { body, status }
  const say = refusalWords.say(language)
  const asked = isAppError(refusal) ? `code.${refusal.code}` : ''
  const code = isWorded(asked) ? asked : 'code.invalid_input'
  const isInput = code === 'code.invalid_input'
  const kind = (isInput || code === 'code.conflict' ? general : undefined) ?? say(code)
  const fields = Object.fromEntries(
    Object.entries(body.fields).map(([path, text]) => [
      path,
      translateSentence(text, language) ?? field?.(path) ?? kind,
    ]),
  )
  const [first] = Object.values(fields)
  // Where a field says why, the form does not repeat it.
  const message = translateSentence(body.message, language) ?? (isInput ? (first ?? kind) : kind)
  return { body: { message, fields }, status }
}

/** Why something is not shown, in the language of the page: the refusal's own sentence, or one about its kind. */
export function refusalSentence({ code, message }: AppError, language: Language): string {
  const key = code === 'invalid_input' ? 'question' : `code.${code}`
  return translateSentence(message, language) ?? refusalWords.say(language)(isWorded(key) ? key : 'code.unavailable')
}

function isForbidden(refusal: unknown): refusal is AppError {
  return isAppError(refusal) && refusal.code === 'forbidden'
}

function fieldOf({ details: { field }, message }: AppError): FormFailure['fields'] {
  return typeof field === 'string' ? { [field]: message } : {}
}

function isWorded(code: string): code is keyof typeof en {
  return code in en
}
