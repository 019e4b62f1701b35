import type { Language } from './languages.ts'

/** A compiled ICU message: its texts and arguments in order. */
export type Message = readonly MessagePart[]

/** A text, or an argument: its name, and for a plural or a selection its kind and its forms. */
export type MessagePart = string | readonly [name: string] | readonly [name: string, kind: string, forms: MessageForms]

/** The forms of a plural or a selection, by category, exact number or chosen word. */
export interface MessageForms {
  readonly [form: string]: Message
}

/** The texts of a page in one language, compiled from ICU messages on the server: the browser needs no parser. */
export type PageWords = Readonly<Record<string, Message>>

/** Values for a text's arguments. Numbers of a plural are counted and printed in the language; all others come as text. */
export type MessageValues = Readonly<Record<string, string | number>>

/** Returns a text of a page with its values filled in. */
export type Say<Key extends string = string> = (key: Key, values?: MessageValues) => string

/** The key of what the server or a platform says, by its English. */
export function serverKey(english: string): string {
  return `server: ${english}`
}

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

function formatMessage(message: Message, told: Told): string {
  return message
    .map((part) => {
      if (typeof part === 'string')
        return part === '#' && told.count !== undefined ? printNumber(told.count, told.language) : part
      const [name, kind, forms] = part
      const value = told.values[name]
      // An argument without a value stays as it is: seen in a test rather than read as nothing.
      if (value === undefined) return `{${name}}`
      return kind && forms ? choose(forms, { ...told, kind, value }) : String(value)
    })
    .join('')
}

function choose(
  forms: MessageForms,
  { kind, value, ...told }: Told & { readonly kind: string; readonly value: string | number },
): string {
  const exact = forms[String(value)]
  if (kind === 'select') return formatMessage(exact ?? forms['other'] ?? [], told)
  const count = Number(value)
  const type = kind === 'selectordinal' ? 'ordinal' : 'cardinal'
  const form = exact ?? forms[new Intl.PluralRules(told.language, { type }).select(count)] ?? forms['other']
  return formatMessage(form ?? [], { ...told, count })
}

function printNumber(count: number, language: Language): string {
  return new Intl.NumberFormat(language).format(count)
}
