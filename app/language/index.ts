// The words of the interface in the languages it speaks. English is the source: a key that another language lacks is
// shown in English. Knows no component's markup and no service. Loaders find the page's language, its texts and the
// names of metrics in the files that end in `.server.ts`.

export { CurrentLanguage, LanguageForm, LanguageSwitch } from './language-switch.tsx'
export { directionOf, type Language, languageNames, languages } from './languages.ts'
export { EnglishOnly, EnglishText, PageContent, translated } from './page-content.tsx'
export type { MessageKey, Text } from './text.ts'
export { inSentence } from './text.ts'
export { useLanguage, useSpokenAttributes, useText } from './use-text.tsx'
