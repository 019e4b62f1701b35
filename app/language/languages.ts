/** Languages of the interface, in the order of menus. */
export const languages = ['en', 'de', 'fr', 'es', 'nl', 'ar'] as const
export type Language = (typeof languages)[number]

/** Each language's name for itself. */
export const languageNames = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  nl: 'Nederlands',
  ar: 'العربية',
} as const satisfies Record<Language, string>

/** Whether a text names one of the languages. */
export function isLanguage(text: unknown): text is Language {
  return languages.some((language) => language === text)
}

/** Text direction, for `dir`. */
export function directionOf(language: Language): 'ltr' | 'rtl' {
  return language === 'ar' ? 'rtl' : 'ltr'
}
