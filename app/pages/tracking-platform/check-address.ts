import type { AdPlatform, TemplateParameter } from '@tillsight/platforms'
import { otherNames, type Pairs, readPairs } from './read-pairs.ts'

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
    }

/** Says which of the platform's parameters a landing page's address carries, and what is wrong with the others. */
export function checkAddress(text: string, { tracking, visits }: AdPlatform): AddressCheck {
  const pairs = readPairs(text)
  if (!pairs) {
    return {
      kind: 'unreadable',
      message: 'This is not the address of a web page. Copy it whole from the browser’s address bar, from https on.',
    }
  }
  const { parameters, macro } = tracking
  const names = new Set(parameters.map(({ name }) => name))
  const spare = pairs.filter(([name]) => !names.has(name))
  const findings = parameters.map((parameter) => checkParameter(parameter, { pairs, spare, macro }))
  return { kind: 'checked', findings, reach: reachOf(findings), clickId: clickIdText(pairs, visits) }
}

interface Address {
  readonly pairs: Pairs
  /** Parameters with unexpected names. */
  readonly spare: Pairs
  readonly macro: RegExp
}

function checkParameter(parameter: TemplateParameter, address: Address): Finding {
  const { name, isNeeded } = parameter
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
    return finding('twice', values.join(' and '), `${name} is there twice with different values: remove one of them.`)
  }
  if (value === '') {
    const reason = parameter.mayBeEmpty
    return finding('empty', '', reason ?? `${name} has no value: paste the template again.`)
  }
  if (address.macro.test(value)) return finding('unfilled', value, unfilledText(parameter, value))
  if (!isMacro(parameter) && value.toLowerCase() !== parameter.value) {
    return finding('other', value, `Expected ${parameter.value}: this names another platform or kind of click.`)
  }
  return finding('right', value, '')
}

type Report = (kind: FindingKind, found: string | undefined, text: string) => Finding

function checkAbsent(parameter: TemplateParameter, { spare, macro }: Address, finding: Report): Finding {
  const { name } = parameter
  const other = spare.find(([key]) => otherNames[name]?.includes(key.toLowerCase()))
  if (other) {
    const [key, value] = other
    if (macro.test(value)) return finding('unfilled', `${key}=${value}`, unfilledText(parameter, value))
    return value === '' ? finding('empty', key, `${key} has no value.`) : finding('right', `${key}=${value}`, '')
  }
  const near = spare.find(([key]) => isNear(key, name))
  if (near) return finding('misspelt', near[0], `Found ${near[0]}: write ${name}.`)
  return finding('missing', undefined, `${name} is missing: paste the template again.`)
}

function unfilledText({ value }: TemplateParameter, found: string): string {
  if (found === value) {
    return 'The platform has not filled in the macro. In a preview that is usual; after a real click it means that the text stands in the wrong field.'
  }
  return `${found} is not a macro of this platform: write ${value}.`
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

function clickIdText(pairs: Pairs, { clickIds, withoutClickId }: AdPlatform['visits']): string {
  const ofAds = clickIds.flatMap(({ kind, parameter }) => (kind === 'listing' ? [] : [parameter]))
  const found = pairs.find(([key, value]) => ofAds.includes(key.toLowerCase()) && value !== '')
  return found
    ? `${found[0]} is there: the platform added its click id.`
    : `${ofAds[0]} is not there. ${withoutClickId}`
}
