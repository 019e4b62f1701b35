import type { MiddlewareFunction, RouterContextProvider } from 'react-router'
import { chooseLanguage } from '../language/choose-language.ts'
import { directionOf, type Language } from '../language/languages.ts'
import { packWords } from '../language/text.ts'
import { wordsOf } from '../language/text-for.server.ts'
import { identityContext, languageContext, servicesContext } from '../request.server.ts'

type Context = Readonly<RouterContextProvider>

/** Resolves the language of the page on demand, once per request. */
export const languageMiddleware: MiddlewareFunction<Response> = ({ context, request, params }, next) => {
  let found: Promise<Language> | undefined
  context.set(languageContext, () => {
    found ??= findLanguage({ context, request, domain: params.domain })
    return found
  })
  return next()
}

/** The language of the page that is being made. */
export async function pageLanguage(context: Context): Promise<Language> {
  return context.get(languageContext)()
}

/** The document's language and texts: the browser's code contains English only. */
export interface Speech {
  readonly language: Language
  readonly direction: 'ltr' | 'rtl'
  /** Packed; empty for English. */
  readonly words: string
}

/** The document's language and texts for this page. */
export async function pageSpeech(context: Context): Promise<Speech> {
  const language = await pageLanguage(context)
  return { language, direction: directionOf(language), words: packWords(wordsOf(language)) }
}

interface Params {
  readonly context: Context
  readonly request: Request
  /** Of the shop in the address. */
  readonly domain: string | undefined
}

async function findLanguage({ context, request: { headers }, domain }: Params): Promise<Language> {
  const browser = { cookies: headers.get('cookie'), accepted: headers.get('accept-language') }
  try {
    const [shop, person] = await Promise.all([
      domain === undefined ? undefined : context.get(servicesContext).shop(domain),
      context.get(identityContext).person(),
    ])
    return chooseLanguage({ shop: shop?.shop.display.chosenLanguage, person: person?.language, ...browser })
  } catch {
    // Access denied, or an outage: the page reports it, in the browser's language.
    return chooseLanguage(browser)
  }
}
