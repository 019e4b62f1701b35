import type { Language } from './languages.ts'
import { textFor } from './text-for.server.ts'

/** The names of metrics and dimensions in a language, by their English ones. */
export type Names = ReadonlyMap<string, string>

const known = new Map<Language, Names>()

/** Tells once what metrics and dimensions are called in a language: they stand in the catalogue, which a shop's pages load. */
export function learnNames(language: Language, read: () => Names): void {
  if (language !== 'en' && !known.has(language)) known.set(language, read())
}

/** Lists are short: five metrics at most, and the dimensions of one breakdown. */
const longest = 1_000

/** A list such as `Sales, Orders and 3 more` as the language names and lists them; undefined where it lists anything else. */
export function sayNames(english: string, language: Language): string | undefined {
  const names = known.get(language)
  if (!names || english.length > longest) return undefined
  const [list = '', more] = english.split(/ and (\d+) more$/)
  const said = readNames(list, names)
  if (!said) return undefined
  const rest = more === undefined ? [] : [textFor(language)('named.more.other', { count: Number(more) })]
  return new Intl.ListFormat(language).format([...said, ...rest])
}

/** A name may itself contain what stands between two, so the longest that is one comes first. */
function readNames(list: string, names: Names): readonly string[] | undefined {
  const name = names.get(list)
  if (name !== undefined) return [name]
  for (const { 0: between, index } of [...list.matchAll(/, | and /g)].toReversed()) {
    const first = names.get(list.slice(0, index))
    const others = first === undefined ? undefined : readNames(list.slice(index + between.length), names)
    if (first !== undefined && others) return [first, ...others]
  }
  return undefined
}
