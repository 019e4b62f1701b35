import type { AuthError, SupabaseClient } from '@supabase/supabase-js'
import type { Language, MessageValues } from '../../language/index.ts'
import { wordsOfPage } from '../../language/page-words.server.ts'
import { formText } from '../../request.server.ts'
import type { PasswordReason } from './password-rules.ts'
import ar from './words/ar.json' with { type: 'json' }
import de from './words/de.json' with { type: 'json' }
import en from './words/en.json' with { type: 'json' }
import es from './words/es.json' with { type: 'json' }
import fr from './words/fr.json' with { type: 'json' }
import nl from './words/nl.json' with { type: 'json' }

/** The texts of fields and refusals, which the pages with such forms add to their own. */
export const credentialWords = { en, de, fr, es, nl, ar } as const

const { say } = wordsOfPage(credentialWords)

/** Why a form about credentials was refused: texts by key, worded by `sayRefusal` in the language of the page. */
export interface RefusalTexts {
  /** Sentences in order. */
  readonly texts: readonly RefusalKey[]
  readonly values?: MessageValues | undefined
  /** Where the message is shown; none: above the form. */
  readonly field?: string | undefined
}

type Named<Key> = Key extends `refused.${infer Name}` ? Name : never

/** Names of the refusals: `refused.…` in the words. */
export type RefusalKey = Named<keyof typeof en>

/** Words a refusal. */
export function sayRefusal(
  { texts, values, field }: RefusalTexts,
  language: Language,
): { readonly message: string; readonly fields: Readonly<Record<string, string>> } {
  const message = texts.map((name) => say(language)(`refused.${name}`, values)).join(' ')
  return { message, fields: field === undefined ? {} : { [field]: message } }
}

const weakTexts = {
  length: 'weakLength',
  characters: 'weakCharacters',
  pwned: 'weakPwned',
} as const satisfies Record<PasswordReason, RefusalKey>

/** What is said about a password that the service finds weak. */
export function refuseWeak(error: AuthError): RefusalTexts & { readonly reasons: readonly PasswordReason[] } {
  const reasons = passwordReasons(error)
  const texts = reasons.length > 0 ? reasons.map((reason) => weakTexts[reason]) : (['weak'] as const)
  return { texts, field: 'password', reasons }
}

/** Reads how the session was authenticated. */
export type LevelReader = Pick<SupabaseClient['auth']['mfa'], 'getAuthenticatorAssuranceLevel'>

const byMail = new Set(['otp', 'magiclink', 'recovery'])

/** Whether the session began with an emailed code or link, as it does when the password is forgotten. */
export async function cameByMail(mfa: LevelReader): Promise<boolean> {
  const { data } = await mfa.getAuthenticatorAssuranceLevel()
  const methods = data?.currentAuthenticationMethods ?? []
  return methods.some((entry) => byMail.has(typeof entry === 'string' ? entry : entry.method))
}

/** Why the auth service finds a password weak, as far as it says so. */
function passwordReasons(error: AuthError): PasswordReason[] {
  const named: unknown = 'reasons' in error ? error.reasons : []
  if (!Array.isArray(named)) return []
  return (['length', 'characters', 'pwned'] as const).filter((reason) => named.includes(reason))
}

/** The code of a form as the service wants it: people type and paste it with spaces or dashes. */
export function typedCode(form: FormData): string {
  return formText(form, 'code').replaceAll(/[\s-]/g, '')
}
