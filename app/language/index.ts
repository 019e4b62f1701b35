// The interface's texts in all its languages. English is the source: a key that another language lacks falls back to English.
// Knows no component's markup and no service. The files ending in `.server.ts` hold the page's language, its texts and the
// names of metrics for loaders.

export { CurrentLanguage, LanguageForm, LanguageSwitch } from './language-switch.tsx'
export { directionOf, type Language, languageNames, languages } from './languages.ts'
export type { MessageValues, PageWords, Say } from './messages.ts'
export { EnglishText, PageContent, Sentence, type ServerSentence } from './page-content.tsx'
export { ServerText, Tagged, usePageWords, useServerText, WordsProvider } from './page-words.tsx'
export type { MessageKey, Text } from './text.ts'
export { inSentence, labelled } from './text.ts'
export { useLanguage, useSpokenAttributes, useText } from './use-text.tsx'
