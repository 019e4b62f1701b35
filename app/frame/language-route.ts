import { type RouterContextProvider, redirect } from 'react-router'
import { languageCookie } from '../language/choose-language.ts'
import { isLanguage, type Language } from '../language/languages.ts'
import { storeChoice } from '../preference/preference.server.ts'
import { formText, guarded, identityContext, servicesContext } from '../request.server.ts'
import type { Route } from './+types/language-route.ts'
import { localPath } from './basic/theme.ts'

export const action = guarded(async ({ request, context }: Route.ActionArgs) => {
  const form = await request.formData()
  const back = localPath(form.get('back'))
  const language = form.get('language')
  if (!isLanguage(language)) return redirect(back)
  await changeLanguage({ context, request }, { language, domain: formText(form, 'shop') })
  return redirect(back, { headers: { 'Set-Cookie': languageCookie(language) } })
})

export function loader() {
  return redirect('/')
}

interface LanguageChange {
  readonly language: Language
  /** Of the shop whose page it was chosen on; empty elsewhere. */
  readonly domain: string
}

/** Remembers a choice in the person's profile and, on a shop's page, for the shop; a visitor has only the cookie. */
async function changeLanguage(
  args: { readonly context: Readonly<RouterContextProvider>; readonly request: Request },
  { language, domain }: LanguageChange,
): Promise<void> {
  const { context } = args
  const person = await context.get(identityContext).person()
  if (!person?.isComplete) return
  const { run } = context.get(servicesContext)
  const { name, zone } = await run('profile.get')
  await run('profile.save', { name, zone, language })
  if (domain !== '') await storeChoice(args, domain, { language })
}
