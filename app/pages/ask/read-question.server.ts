import type { DayRange } from '@tillsight/core/days'
import type { Comparison, Filter, Interval } from '@tillsight/metrics'
import { namesIn } from '../../blocks/shop/current-shop.server.ts'
import { languages } from '../../language/languages.ts'
import type { CatalogueView } from '../../services.ts'
import { type Calendar, readPeriod } from './read-period.server.ts'
import { type Found, findNamed, type Named, named, type Reading, without, wordsOf } from './words/read-words.ts'
import {
  compareWords,
  dimensionWords,
  intervalWords,
  leastWords,
  metricWords,
  platformStats,
  platformWords,
  usualMetrics,
} from './words/vocabulary.ts'

/** A question as it was understood. */
export interface Understood {
  readonly metric: string
  /** Undefined where no days were named. */
  readonly range: DayRange | undefined
  readonly dimension: string | undefined
  readonly interval: Exclude<Interval, 'hour'> | undefined
  readonly filters: readonly Filter[]
  readonly compare: Exclude<Comparison, DayRange> | undefined
  /** The rows with the smallest figures first. */
  readonly leastFirst: boolean
}

/** What a question is read against. */
export interface Grounds extends Calendar {
  readonly catalogue: Pick<CatalogueView, 'metrics' | 'dimensions' | 'platforms'>
}

/**
 * Reads a question in any language of the screens by the words that it has: no model is asked. Undefined where it names no figure
 * of the catalogue.
 */
export function readQuestion(question: string, grounds: Grounds): Understood | undefined {
  const start: Reading = { words: wordsOf(question), taken: new Set() }
  const compared = take(start, compareNames)
  const interval = take(compared.rest, intervalNames)
  const period = readPeriod(interval.rest, grounds)
  const country = take(period.rest, countryNames)
  const platform = take(country.rest, platformNames(grounds.catalogue))
  const metric = take(platform.rest, metricNames(grounds.catalogue))
  const dimension = take(metric.rest, dimensionNames)
  const ofPlatform = metricOfPlatform(grounds, metric.means, platform.means)
  const key = ofPlatform ?? metric.means ?? usualFor(dimension.means)
  const described = grounds.catalogue.metrics.find((each) => each.key === key)
  if (key === undefined || described === undefined) return undefined
  const isKnownBy = (id: string | undefined): id is string => id !== undefined && described.dimensions.includes(id)
  const filters = [
    ...(country.means && isKnownBy('country') ? [is('country', country.means)] : []),
    ...(platform.means && ofPlatform === undefined && isKnownBy('channel') ? [is('channel', platform.means)] : []),
  ]
  return {
    metric: key,
    range: period.range,
    dimension: isKnownBy(dimension.means) ? dimension.means : undefined,
    interval: interval.means,
    filters,
    compare: compared.means,
    leastFirst: findNamed(dimension.rest, leastNames) !== undefined,
  }
}

const compareNames = Object.entries(compareWords).flatMap(([id, phrases]) =>
  named(phrases, id as keyof typeof compareWords),
)
const intervalNames = Object.entries(intervalWords).flatMap(([id, phrases]) =>
  named(phrases, id as keyof typeof intervalWords),
)
const leastNames = named(leastWords, true)
const dimensionNames = [
  ...Object.entries(dimensionWords).flatMap(([id, phrases]) => named(phrases, id)),
  ...languages.flatMap((language) =>
    Object.entries(namesIn(language)?.dimensions ?? {}).flatMap(([id, label]) => named(label, id)),
  ),
]

const spokenMetrics = [
  ...languages.flatMap((language) =>
    Object.entries(namesIn(language)?.metrics ?? {}).flatMap(([id, label]) => named(label, id)),
  ),
  ...Object.entries(metricWords).flatMap(([id, phrases]) => named(phrases, id)),
]

/** What the catalogue calls figures, before what people do. */
function metricNames({ metrics }: Grounds['catalogue']): Named<string>[] {
  const ofShop = metrics.filter(({ key }) => !key.includes('.'))
  const known = new Set(ofShop.map(({ key }) => key))
  return [
    ...ofShop.flatMap(({ key, label }) => [...named(label, key), { words: [key.toLowerCase()], means: key }]),
    ...spokenMetrics.filter(({ means }) => known.has(means)),
  ]
}

/** Codes that have a name and are no place to deliver to. */
const notCountries = new Set(['EU', 'EZ', 'UN', 'XA', 'XB', 'ZZ'])

const countryNames = languages.flatMap((language) => {
  const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' })
  return regionCodes().flatMap((code) => {
    const name = names.of(code)
    return name === undefined ? [] : named(name.replaceAll('|', ' '), code)
  })
})

/** All codes that two letters can make; those that are no country have no name. */
function regionCodes(): string[] {
  const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ')
  return (
    letters
      .flatMap((first) => letters.map((second) => `${first}${second}`))
      // Codes of countries that are no more stand for those that are.
      .filter((code) => new Intl.Locale(`und-${code}`).region === code && !notCountries.has(code))
  )
}

function platformNames({ platforms }: Grounds['catalogue']): Named<string>[] {
  return platforms.flatMap(({ id, name }) => {
    const [brand = name] = name.split(' ')
    return named([name, brand, platformWords[brand]].filter(Boolean).join('|'), id)
  })
}

/** “Spend on Meta” is Meta’s own figure. */
function metricOfPlatform(
  { catalogue }: Grounds,
  metric: string | undefined,
  platform: string | undefined,
): string | undefined {
  if (platform === undefined) return undefined
  const key = `${platform}.${platformStats[metric ?? usualMetrics.platform]}`
  return catalogue.metrics.some((each) => each.key === key) ? key : undefined
}

/** What is asked of products, or campaigns, where no figure is named. */
function usualFor(dimension: string | undefined): string | undefined {
  if (dimension === undefined) return undefined
  return ['campaign', 'ad_set', 'ad'].includes(dimension) ? usualMetrics.ads : usualMetrics.orders
}

function is(dimension: string, value: string): Filter {
  return { dimension, operator: 'is', values: [value] }
}

/** What is named, and the words that are left. */
function take<Meaning>(
  reading: Reading,
  names: readonly Named<Meaning>[],
): { readonly means: Meaning | undefined; readonly rest: Reading } {
  const found: Found<Meaning> | undefined = findNamed(reading, names)
  return found ? { means: found.means, rest: without(reading, found) } : { means: undefined, rest: reading }
}
