import type { CompiledMessage } from '@lingui/message-utils/compileMessage'
import type { Language } from './languages.ts'

/** The texts of a page in one language, compiled from ICU messages on the server: the browser needs no parser. */
export type PageWords = Readonly<Record<string, CompiledMessage>>

/** Values for a text's arguments. Numbers of a plural are counted and printed in the language; all others come as text. */
export type MessageValues = Readonly<Record<string, string | number>>

/** Returns a text of a page with its values filled in. */
export type Say<Key extends string = string> = (key: Key, values?: MessageValues) => string

/** Words the texts of a page in a language. */
export function sayIn<Key extends string>(language: Language, words: PageWords): Say<Key> {
  return (key, values = {}) => formatMessage(words[key] ?? [key], { language, values })
}

interface Told {
  readonly language: Language
  readonly values: MessageValues
  /** What `#` stands for within a plural. */
  readonly count?: number
}

function formatMessage(message: CompiledMessage, told: Told): string {
  return message
    .map((part) => {
      if (typeof part === 'string')
        return part === '#' && told.count !== undefined ? printNumber(told.count, told.language) : part
      const [name, type, choices] = part
      const value = told.values[name]
      // An argument without a value stays as it is: seen in a test rather than read as nothing.
      if (value === undefined) return `{${name}}`
      return isChoices(choices) ? choose(choices, { ...told, type, value }) : String(value)
    })
    .join('')
}

/** The forms of a plural or a selection, by category, exact number or chosen word. */
type Choices = Readonly<Record<string, CompiledMessage | undefined>>

function isChoices(format: unknown): format is Choices {
  return typeof format === 'object' && format !== null
}

function choose(
  choices: Choices,
  { type, value, ...told }: Told & { readonly type: string | undefined; readonly value: string | number },
): string {
  const exact = choices[String(value)]
  if (type === 'select') return formatMessage(exact ?? choices.other ?? [], told)
  const count = Number(value)
  const kind = type === 'selectordinal' ? 'ordinal' : 'cardinal'
  const form = exact ?? choices[new Intl.PluralRules(told.language, { type: kind }).select(count)] ?? choices.other
  return formatMessage(form ?? [], { ...told, count })
}

function printNumber(count: number, language: Language): string {
  return new Intl.NumberFormat(language).format(count)
}
