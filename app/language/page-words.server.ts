import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import type { Language } from './languages.ts'
import { type PageWords, type Say, sayIn } from './messages.ts'

/** The texts of a page in all languages, as they stand in `words/*.json` beside it: ICU messages by key. */
type Dictionaries<Key extends string> = Readonly<Record<Language, Readonly<Record<Key, string>>>>

/** What a page gives its readers and its loader, by language. */
export interface WordsOfPage<Key extends string> {
  /** The texts in one language, for the browser: loaders return them, `WordsProvider` takes them. */
  readonly words: (language: Language) => PageWords
  /** Words texts in one language on the server, for what loaders print and actions refuse. */
  readonly say: (language: Language) => Say<Key>
}

/**
 * Reads the texts of a page. A key that a language lacks is a compile error; a message that is no ICU message ends the start,
 * so that nobody meets it on a page.
 */
export function wordsOfPage<Key extends string>(dictionaries: Dictionaries<Key>): WordsOfPage<Key> {
  const compiled: Readonly<Record<Language, PageWords>> = {
    en: compile(dictionaries.en),
    de: compile(dictionaries.de),
    fr: compile(dictionaries.fr),
    es: compile(dictionaries.es),
    nl: compile(dictionaries.nl),
    ar: compile(dictionaries.ar),
  }
  return { words: (language) => compiled[language], say: (language) => sayIn(language, compiled[language]) }
}

function compile(texts: Readonly<Record<string, string>>): PageWords {
  return Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, compileMessageOrThrow(text)]))
}
