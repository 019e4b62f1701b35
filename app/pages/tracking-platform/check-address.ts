import type { AdPlatform, TemplateParameter } from '@tillsight/platforms'
import type { Language, Say } from '../../language/index.ts'
import { otherNames, type Pairs, readPairs } from './read-pairs.ts'
import type { WordKey } from './words.ts'

/**
 * `right`: there with a value · `missing` · `misspelt`: there under another name · `unfilled`: still the macro ·
 * `empty`: there without a value · `other`: there with a value that names something else · `twice`.
 */
export type FindingKind = 'right' | 'missing' | 'misspelt' | 'unfilled' | 'empty' | 'other' | 'twice'

/** Result for one parameter of an address. */
export interface Finding {
  readonly name: string
  readonly kind: FindingKind
  /** The parameter as written in the address. */
  readonly found: string | undefined
  /** The problem and its fix; empty when there is none. */
  readonly text: string
  /** The text is the platform's own, in English only. */
  readonly isEnglish?: boolean
  readonly isNeeded: boolean
}

export type AddressCheck =
  | { readonly kind: 'unreadable'; readonly message: string }
  | {
      readonly kind: 'checked'
      readonly findings: readonly Finding[]
      /** How far an order from this click could be joined. */
      readonly reach: 'ad' | 'campaign' | 'none'
      /** About the platform's own click id. */
      readonly clickId: string
      /** What its absence means, in English only; null when it is there. */
      readonly clickNote: string | null
    }

/** In which language, by the page's texts, the result is said. */
interface Told {
  readonly say: Say<WordKey>
  readonly language: Language
}

/** Says which of the platform's parameters a landing page's address carries, and what is wrong with the others. */
export function checkAddress(text: string, { tracking, visits }: AdPlatform, { say, language }: Told): AddressCheck {
  const pairs = readPairs(text)
  if (!pairs) return { kind: 'unreadable', message: say('check.unreadable') }
  const { parameters, macro } = tracking
  const names = new Set(parameters.map(({ name }) => name))
  const spare = pairs.filter(([name]) => !names.has(name))
  const findings = parameters.map((parameter) => checkParameter(parameter, { pairs, spare, macro, say, language }))
  return { kind: 'checked', findings, reach: reachOf(findings), ...clickIdOf(pairs, visits, say) }
}

interface Address extends Told {
  readonly pairs: Pairs
  /** Parameters with unexpected names. */
  readonly spare: Pairs
  readonly macro: RegExp
}

function checkParameter(parameter: TemplateParameter, address: Address): Finding {
  const { name, isNeeded } = parameter
  const { say, language } = address
  const finding = (kind: FindingKind, found: string | undefined, text: string): Finding => ({
    name,
    kind,
    found,
    text,
    isNeeded,
  })
  const value = address.pairs.find(([key]) => key === name)?.[1]
  const values = address.pairs.filter(([key]) => key.toLowerCase() === name).map((pair) => pair[1])
  if (value === undefined) return checkAbsent(parameter, address, finding)
  if (new Set(values).size > 1) {
    return finding('twice', new Intl.ListFormat(language).format(values), say('fix.twice', { name }))
  }
  if (value === '') {
    const reason = parameter.mayBeEmpty
    if (reason !== undefined) return { ...finding('empty', '', reason), isEnglish: true }
    return finding('empty', '', say('fix.empty', { name }))
  }
  if (address.macro.test(value)) return finding('unfilled', value, unfilledText(parameter, value, say))
  if (!isMacro(parameter) && value.toLowerCase() !== parameter.value) {
    return finding('other', value, say('fix.other', { value: parameter.value }))
  }
  return finding('right', value, '')
}

type Report = (kind: FindingKind, found: string | undefined, text: string) => Finding

function checkAbsent(parameter: TemplateParameter, { spare, macro, say }: Address, finding: Report): Finding {
  const { name } = parameter
  const other = spare.find(([key]) => otherNames[name]?.includes(key.toLowerCase()))
  if (other) {
    const [key, value] = other
    if (macro.test(value)) return finding('unfilled', `${key}=${value}`, unfilledText(parameter, value, say))
    return value === ''
      ? finding('empty', key, say('fix.noValue', { name: key }))
      : finding('right', `${key}=${value}`, '')
  }
  const near = spare.find(([key]) => isNear(key, name))
  if (near) return finding('misspelt', near[0], say('fix.misspelt', { found: near[0], name }))
  return finding('missing', undefined, say('fix.missing', { name }))
}

function unfilledText({ value }: TemplateParameter, found: string, say: Say<WordKey>): string {
  return found === value ? say('fix.unfilled') : say('fix.foreign', { found, value })
}

function isMacro({ value }: TemplateParameter): boolean {
  return /[{_]{1,2}[A-Za-z.]/.test(value) && !/^[a-z]+(?:_[a-z]+)*$/.test(value)
}

/** Whether two names are equal but for case, separators and one or two letters. */
function isNear(key: string, name: string): boolean {
  const plain = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, '')
  const [found, wanted] = [plain(key), plain(name)]
  if (found === wanted) return true
  // With a name as short as `ts_ad`, one letter of tolerance would match almost anything.
  return distance(found, wanted) <= (wanted.length < 5 ? 0 : wanted.length < 7 ? 1 : 2)
}

/** Edit distance: letters to add, drop or change. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let at = 0; at < one.length; at += 1) {
    const next = [at + 1]
    for (let index = 0; index < other.length; index += 1) {
      const [left = 0, above = 0, diagonal = 0] = [next[index], row[index + 1], row[index]]
      next.push(Math.min(left + 1, above + 1, diagonal + (one[at] === other[index] ? 0 : 1)))
    }
    row = next
  }
  return row[other.length] ?? 0
}

function reachOf(findings: readonly Finding[]): 'ad' | 'campaign' | 'none' {
  const has = (name: string) => findings.some((finding) => finding.name === name && finding.kind === 'right')
  if (!has('utm_source') || !has('utm_id')) return 'none'
  return has('ts_ad') ? 'ad' : 'campaign'
}

function clickIdOf(pairs: Pairs, { clickIds, withoutClickId }: AdPlatform['visits'], say: Say<WordKey>) {
  const ofAds = clickIds.flatMap(({ kind, parameter }) => (kind === 'listing' ? [] : [parameter]))
  const found = pairs.find(([key, value]) => ofAds.includes(key.toLowerCase()) && value !== '')
  return found
    ? { clickId: say('click.there', { name: found[0] }), clickNote: null }
    : { clickId: say('click.missing', { name: ofAds[0] ?? '' }), clickNote: withoutClickId }
}
