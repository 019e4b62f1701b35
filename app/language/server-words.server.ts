import { localesOfNumbers } from '@tillsight/domain/inputs'
import { platformTexts as ofPlatforms } from '@tillsight/platforms/texts'
import { directionOf, type Language } from './languages.ts'
import { type PageWords, serverKey } from './messages.ts'
import { sayNames } from './named-lists.server.ts'
import { shownTexts } from './pseudo.server.ts'
import ar from './sentences/ar.json' with { type: 'json' }
import de from './sentences/de.json' with { type: 'json' }
import es from './sentences/es.json' with { type: 'json' }
import fr from './sentences/fr.json' with { type: 'json' }
import nl from './sentences/nl.json' with { type: 'json' }

type Texts = Readonly<Record<string, string>>

/** Refusals, findings and warnings as the packages word them, with `{0}` for each value in them, and their translations. */
const sentences: Readonly<Record<Language, Texts>> = {
  ...shownTexts({ ar, de, es, fr, nl }),
  en: Object.fromEntries(Object.keys(de).map((english) => [english, english])),
}
const platformTexts: Readonly<Record<Language, Texts>> = { ...shownTexts(ofPlatforms), en: {} }

/** A sentence with values in it: what stands around them, and the translation. */
interface Template {
  readonly parts: readonly string[]
  readonly text: string
  /** Its values list metrics and dimensions; elsewhere the same words may be the name of a campaign. */
  readonly isOfNames: boolean
}

/** Sentences about metrics and dimensions, by what they say of them. */
const ofNames = /can’t be split by|^No platform tells .* by the hour/

const read = new Map<Language, readonly Template[]>()

/** Those that say most of their own come first: the first that fits is the most exact one. Read when somebody needs them. */
function templatesIn(language: Language): readonly Template[] {
  const known = read.get(language)
  if (known) return known
  const length = ({ parts }: Template) => parts.join('').length
  const found = Object.entries(sentences[language])
    .flatMap(([english, text]) =>
      /\{\d+\}/.test(english) ? [{ parts: english.split(/\{\d+\}/), text, isOfNames: ofNames.test(english) }] : [],
    )
    .toSorted((one, other) => length(other) - length(one))
  read.set(language, found)
  return found
}

/**
 * What the server or a platform says in English, in the language of the page: amounts are printed as on pages, other values stay.
 * Undefined where there is no translation: what other systems answer has none.
 */
export function translateSentence(english: string, language: Language): string | undefined {
  if (language === 'en' && !/\d [A-Z]{3}\b/.test(english)) return english
  return eachOf(english, language) ?? whole(english, language) ?? (language === 'en' ? english : undefined)
}

/** A sentence of the server in the language of the page; marked where it has no translation. */
export function sayServer(english: string, language: Language): { readonly text: string; readonly isEnglish: boolean } {
  const text = translateSentence(english, language)
  return { text: text ?? english, isEnglish: text === undefined }
}

/** Sentences that follow each other, as {@link sayServer} says each. */
export function sayServerAll(english: readonly string[], language: Language): ReturnType<typeof sayServer> {
  const each = english.map((one) => sayServer(one, language))
  return { text: each.map(({ text }) => text).join(' '), isEnglish: each.some(({ isEnglish }) => isEnglish) }
}

function whole(english: string, language: Language): string | undefined {
  const text = lookUp(platformTexts[language], english) ?? lookUp(sentences[language], english)
  if (text !== undefined) return text
  for (const { parts, text, isOfNames } of templatesIn(language)) {
    const values = valuesIn(english, parts)
    if (!values) continue
    return text.replaceAll(/\{(\d+)\}/g, (_, place: string) => {
      const value = values[Number(place)] ?? ''
      return (isOfNames ? sayNames(value, language) : undefined) ?? said(value, language)
    })
  }
  return undefined
}

/** Refusals have a full stop, also where the sentence of a field has none. */
function lookUp(texts: Texts, english: string): string | undefined {
  if (Object.hasOwn(texts, english)) return texts[english]
  const bare = english.endsWith('.') ? english.slice(0, -1) : ''
  return Object.hasOwn(texts, bare) ? `${texts[bare]}.` : undefined
}

/** A value may be a sentence in its turn, a word such as `columns`, or amounts: `1234.50 EUR and 20.00 USD`. */
function said(value: string, language: Language): string {
  if (amounts.test(value))
    return new Intl.ListFormat(language).format(value.split(' and ').map((each) => saidAmount(each, language)))
  const text = value.includes(' ') ? translateSentence(value, language) : lookUp(sentences[language], value)
  return (
    text ??
    value
      .split(', ')
      .map((part) => saidChoice(part, language))
      .join(', ')
  )
}

function saidAmount(value: string, language: Language): string {
  const [amount, currency] = value.split(' ')
  const text = new Intl.NumberFormat(localesOfNumbers[language], { style: 'currency', currency }).format(Number(amount))
  // Its sign stays in front where the text around runs the other way.
  return directionOf(language) === 'rtl' ? `\u2066${text}\u2069` : text
}

/** Columns of a file and settings that belong together: `sku or title`. */
function saidChoice(value: string, language: Language): string {
  const joint = value.includes(' or ') ? 'or' : 'and'
  const names = value.split(` ${joint} `)
  if (names.length === 1 || !names.every((name) => code.test(name))) return value
  return new Intl.ListFormat(language, { type: joint === 'or' ? 'disjunction' : 'conjunction' }).format(names)
}

const code = /^(?:[a-z\d_]+|[A-Z\d_]+)$/

const amounts = /^(?:(?: and )?\d+(?:\.\d+)? [A-Z]{3})+$/

/** The values between the parts of a sentence; undefined where it is another sentence. Takes time in proportion to its length. */
function valuesIn(english: string, parts: readonly string[]): readonly string[] | undefined {
  const [first = '', ...others] = parts
  const last = others.at(-1) ?? ''
  if (!english.startsWith(first) || !english.endsWith(last)) return undefined
  const values: string[] = []
  let from = first.length
  for (const [index, part] of others.entries()) {
    const isLast = index === others.length - 1
    const at = isLast ? english.length - last.length : part === '' ? from : english.indexOf(part, from)
    if (at < from) return undefined
    values.push(english.slice(from, at))
    from = at + part.length
  }
  return values
}

/** Several sentences in a row, where each is known: a value of a whole one could hold what stands between two. */
function eachOf(english: string, language: Language): string | undefined {
  const each = english.split(/(?<=[.!?]) (?=[A-Z“])/)
  if (each.length === 1) return undefined
  const texts = each.flatMap((one) => whole(one, language) ?? [])
  return texts.length === each.length ? texts.join(' ') : undefined
}

/**
 * The translations of everything that the server or a platform says in English within what a page shows, for `ServerText`: loaders
 * add them to the page's words. Empty in English.
 */
export function serverWords(language: Language, shown: unknown): PageWords {
  if (language === 'en') return {}
  return Object.fromEntries(
    stringsIn(shown).flatMap((english) => {
      const text =
        english.includes(' ') || lookUp(platformTexts[language], english)
          ? translateSentence(english, language)
          : undefined
      return text === undefined ? [] : [[serverKey(english), [text]]]
    }),
  )
}

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : []
}
