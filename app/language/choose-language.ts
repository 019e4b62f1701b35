import { isLanguage, type Language } from './languages.ts'

/** Inputs to the choice of a page's language. */
export interface LanguageHints {
  /** The shop's language. */
  readonly shop?: string | null | undefined
  /** The person's language; empty: the browser's. */
  readonly person?: string | undefined
  /** Cookie header: a visitor's choice on the sign-in pages. */
  readonly cookies?: string | null | undefined
  /** Accept-Language header. */
  readonly accepted?: string | null | undefined
}

/** The language of a page: the shop's, else the person's, the cookie's, the browser's, and finally English. */
export function chooseLanguage({ shop, person, cookies, accepted }: LanguageHints): Language {
  const wanted = [shop, person, /(?:^|;\s*)lang=([a-z]{2})(?:;|$)/.exec(cookies ?? '')?.[1], ...ranked(accepted ?? '')]
  return wanted.find(isLanguage) ?? 'en'
}

const yearSeconds = 31_536_000

/** The cookie that remembers the language of a visitor. */
export function languageCookie(language: Language): string {
  return `lang=${language}; Path=/; Max-Age=${yearSeconds}; SameSite=Lax`
}

/** Languages of an Accept-Language header without their regions, the most wanted first; those with weight 0 are refused. */
function ranked(header: string): string[] {
  return header
    .split(',')
    .map((entry) => {
      const [tag = '', ...parameters] = entry.split(';').map((part) => part.trim())
      const weight = parameters.find((parameter) => parameter.startsWith('q='))
      return { language: tag.split('-', 1).join('').toLowerCase(), weight: weight ? Number(weight.slice(2)) : 1 }
    })
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight)
    .map(({ language }) => language)
}
