import type { Language } from './languages.ts'
import type en from './words/en.json'

/** The English texts by section: each section belongs to some code and is loaded with it. */
type English = typeof en

/** Key of an interface text: `nav.summary`. */
export type MessageKey = { readonly [Section in keyof English]: keyof English[Section] }[keyof English]

/** All texts of a language, in the sections of the English ones; it may have more forms by number. */
export type Dictionary = { readonly [Section in keyof English]: Readonly<Record<keyof English[Section], string>> }

/** A form by number that English does not have: `goal.left.few` beside `goal.left.other`. */
type PluralKey = MessageKey extends infer Key
  ? Key extends `${infer Name}.other`
    ? `${Name}.${Exclude<Intl.LDMLPluralRule, 'other'>}`
    : never
  : never

/** The texts of a language other than English, without sections; missing ones fall back to English. */
export type Words = Readonly<Partial<Record<MessageKey | PluralKey, string>>>

/** Texts on their way to the browser, key and text by lines: as an object, they would be half of the values of a page. */
export function packWords(words: Words): string {
  return Object.entries(words).flat().join('\n')
}

/** Unpacks texts. */
export function unpackWords(packed: string): Words {
  const lines = packed === '' ? [] : packed.split('\n')
  return Object.fromEntries(
    lines.flatMap((key, line) => (line % 2 === 0 ? [[key, lines[line + 1] ?? ''] as const] : [])),
  )
}

/** Values for a text's `{braces}`. */
type Values = Readonly<Record<string, string | number>>

/**
 * Returns an interface text with its values filled in. A key that ends in `.other` has plural forms: the value `count`
 * selects `.zero`, `.one`, `.two`, `.few`, `.many` or `.other` by the rules of the language.
 */
export type Text = (key: MessageKey, values?: Values) => string

/** The English texts loaded so far: the sign-in and error pages need only the basics. */
let english: Readonly<Record<string, string>> = {}

/** Registers English texts before the components that use them render. */
export function addEnglish(words: Readonly<Record<string, string>>): void {
  english = { ...english, ...words }
}

/** The texts of a language. */
export function createText(language: Language, words: Words): Text {
  // Slow to load in a browser, and most pages have no plural in their first view.
  let plurals: Intl.PluralRules | undefined
  const find = (key: string): string | undefined => Reflect.get(words, key) ?? Reflect.get(english, key)
  return (key, values = {}) => {
    const plural =
      key.endsWith('.other') && typeof values.count === 'number'
        ? find(key.replace(/other$/, (plurals ??= new Intl.PluralRules(language)).select(values.count)))
        : undefined
    const text = plural ?? find(key) ?? key
    return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
  }
}

/** A label and what it is about: `Sales: Country`. French has a space before the colon, which stays on its line. */
export function labelled(label: string, text: string, language: Language): string {
  return `${label}${language === 'fr' ? '\u00a0' : ''}: ${text}`
}

/** A name within a sentence: lower-cased where the language does so, but not abbreviations. */
export function inSentence(name: string, language: Language): string {
  if (language === 'de') return name
  return name.replace(/^\p{Lu}(?=\p{Ll})/u, (letter) => letter.toLocaleLowerCase(language))
}
