import { type CompiledMessage, compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import type { Language } from './languages.ts'
import { type Message, type MessageForms, type PageWords, type Say, sayIn } from './messages.ts'
import { shownTexts } from './pseudo.server.ts'

/** The texts of a page in all languages, as they stand in `words/*.json` beside it: ICU messages by key. */
type Dictionaries<Key extends string> = Readonly<Record<Language, Readonly<Record<Key, string>>>>

/** What a page gives its readers and its loader, by language. */
export interface WordsOfPage<Key extends string> {
  /** The texts in one language, for the browser: loaders return them, `WordsProvider` takes them. */
  readonly words: (language: Language) => PageWords
  /** Words texts in one language on the server, for what loaders print and actions refuse. */
  readonly say: (language: Language) => Say<Key>
}

/** Texts under these are worded on the server alone: why a form was refused, what loaders print. The browser does not load them. */
const serverOnly = ['refused.', 'printed.'] as const

/**
 * Reads the texts of a page, and those of the blocks on it. A key that a language lacks is a compile error; `npm run check` finds
 * a message that is no ICU message. Each language is read when somebody needs it: all of them at once are a tenth of a start.
 */
export function wordsOfPage<Key extends string>(
  own: Dictionaries<Key>,
  ...blocks: readonly Dictionaries<string>[]
): WordsOfPage<Key> {
  const all = [own, ...blocks].map(shownTexts)
  const compiled = new Map<Language, PageWords>()
  const wordsIn = (language: Language): PageWords => {
    const words = compiled.get(language) ?? compileTexts(all.map((texts) => texts[language]))
    compiled.set(language, words)
    return words
  }
  return {
    words: (language) => withoutServerOnly(wordsIn(language)),
    say: (language) => sayIn(language, wordsIn(language)),
  }
}

function compileTexts(all: readonly Readonly<Record<string, string>>[]): PageWords {
  const texts = all.flatMap((each) => Object.entries(each))
  return Object.fromEntries(texts.map(([key, text]) => [key, toMessage(compileMessageOrThrow(text))]))
}

function withoutServerOnly(words: PageWords): PageWords {
  return Object.fromEntries(
    Object.entries(words).filter(([key]) => !serverOnly.some((prefix) => key.startsWith(prefix))),
  )
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
