/** A word as it is compared: without case, accents and, in Arabic, the article. */
export type Word = string

/** The words of a text. */
export function wordsOf(text: string): Word[] {
  const plain = text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\p{M}\u0640]/gu, '')
    .replaceAll('ß', 'ss')
    .replaceAll('œ', 'oe')
    .replaceAll('ى', 'ي')
    .replaceAll('ئ', 'ء')
    .replaceAll('ة', 'ه')
  return plain.split(/[^\p{L}\p{N}~.]+/u).flatMap((word) => {
    const bare = withoutArticle(word.replace(/^\.+|\.+$/g, ''))
    return bare === '' ? [] : [bare]
  })
}

/** Arabic writes the article, and “and”, “in” or “for” before it, together with the word. */
function withoutArticle(word: string): string {
  return /^(?:[وفبك]?ال|لل).{2,}/u.test(word) ? word.replace(/^(?:[وفبك]?ال|لل)/u, '') : word
}

/** Something with a name of one or more words, the last of which may be open (`~`). */
export interface Named<Meaning> {
  readonly words: readonly Word[]
  readonly means: Meaning
}

/** The names in a list of phrases separated by `|`. */
export function named<Meaning>(phrases: string, means: Meaning): Named<Meaning>[] {
  return phrases.split('|').map((phrase) => ({ words: wordsOf(phrase), means }))
}

/** Where something is named in a question. */
export interface Found<Meaning> {
  readonly means: Meaning
  readonly at: number
  readonly length: number
}

/** Words of a question of which some have been understood. */
export interface Reading {
  readonly words: readonly Word[]
  /** Places of those that have been understood. */
  readonly taken: ReadonlySet<number>
}

/**
 * The name of most words among those that are left, of several the first in the question, of several there the one with most letters;
 * undefined without any.
 */
export function findNamed<Meaning>(
  { words, taken }: Reading,
  names: readonly Named<Meaning>[],
): Found<Meaning> | undefined {
  const isAt = (wanted: readonly Word[], at: number): boolean =>
    wanted.every((word, offset) => !taken.has(at + offset) && isSame(words[at + offset] ?? '', word))
  const found = names.flatMap(({ words: wanted, means }) => {
    const at = wanted.length === 0 ? -1 : words.findIndex((_, place) => isAt(wanted, place))
    return at === -1 ? [] : [{ means, at, length: wanted.length, letters: wanted.join('').length }]
  })
  return found.toSorted((a, b) => b.length - a.length || a.at - b.at || b.letters - a.letters)[0]
}

/** The same reading without the words of what was found. */
export function without({ words, taken }: Reading, found: Pick<Found<unknown>, 'at' | 'length'>): Reading {
  return {
    words,
    taken: new Set([...taken, ...Array.from({ length: found.length }, (_, offset) => found.at + offset)]),
  }
}

function isSame(word: Word, wanted: Word): boolean {
  return wanted.endsWith('~') ? word.startsWith(wanted.slice(0, -1)) : word === wanted
}
