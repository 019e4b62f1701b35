import type { RouterContextProvider } from 'react-router'
import { identityContext, servicesContext } from '../context.ts'
import { storeChoice } from '../preference/store-choice.server.ts'
import type { Language } from './languages.ts'

interface LanguageChange {
  readonly language: Language
  /** Of the shop whose page it was chosen on; empty elsewhere. */
  readonly domain: string
}

/** Remembers a choice in the person's profile and, on a shop's page, for the shop; a visitor has only the cookie. */
export async function changeLanguage(
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
