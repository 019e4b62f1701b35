import { type CompiledMessage, compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import type { Language } from './languages.ts'
import { type Message, type MessageForms, type PageWords, type Say, sayIn } from './messages.ts'

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
  return Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, toMessage(compileMessageOrThrow(text))]))
}

/** Numbers, dates and money are printed by their formats, never by a message; what the browser cannot format ends the start. */
function toMessage(compiled: CompiledMessage): Message {
  return compiled.map((part) => {
    if (typeof part === 'string') return part
    const [name, kind, forms] = part
    if (kind === undefined) return [name] as const
    if (typeof forms !== 'object' || forms === null)
      throw new Error(`{${name}, ${kind}} is no plural and no selection.`)
    return [name, kind, toForms(forms)] as const
  })
}

function toForms(forms: object): MessageForms {
  return Object.fromEntries(
    Object.entries(forms).flatMap(([form, message]: [string, unknown]) =>
      Array.isArray(message) ? [[form, toMessage(message)]] : [],
    ),
  )
}
