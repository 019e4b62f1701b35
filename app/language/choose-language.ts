import { isLanguage, type Language } from './languages.ts'

/** Everything that may say which language a page is in. */
export interface LanguageHints {
  /** Chosen for the shop that the page is about. */
  readonly shop?: string | null | undefined
  /** Chosen in the person's profile; empty: as the browser says. */
  readonly person?: string | undefined
  /** Cookie header: a visitor's choice on the sign-in pages. */
  readonly cookies?: string | null | undefined
  /** Accept-Language header. */
  readonly accepted?: string | null | undefined
}

/** The language of a page: of the shop, else the person, the browser's cookie, the browser's own, and English at last. */
export function chooseLanguage({ shop, person, cookies, accepted }: LanguageHints): Language {
  const wanted = [shop, person, /(?:^|;\s*)lang=([a-z]{2})(?:;|$)/.exec(cookies ?? '')?.[1], ...ranked(accepted ?? '')]
  return wanted.find(isLanguage) ?? 'en'
}

const yearSeconds = 31_536_000

/** The cookie that remembers a choice where nobody is signed in. */
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
