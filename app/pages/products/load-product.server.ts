import { divideDecimals } from '@tillsight/core'
import type { GoodsCostView, ProductResult } from '@tillsight/domain'
import { toRules } from '../../blocks/credit/credit-choice.ts'
import { creditNames } from '../../blocks/credit/credit-names.server.ts'
import { loadChoice } from '../../blocks/credit/load-choice.server.ts'
import { labelOf } from '../../blocks/figures-page/dimension-labels.server.ts'
import { figureOf, loadPage } from '../../blocks/figures-page/load-page.server.ts'
import { summaryQuery } from '../../blocks/figures-page/summary-query.server.ts'
import { pictureAddress } from '../../blocks/products/picture-address.server.ts'
import { createAxis } from '../../charts/axis.ts'
import { packPoints } from '../../charts/packed.ts'
import {
  axisText,
  boundsOf,
  bucketLabel,
  dayText,
  type FigureFormat,
  figureText,
  shareText,
  toNumber,
} from '../../format/index.ts'
import type { Language, Say } from '../../language/index.ts'
import { resolvePeriod } from '../../search/resolve-period.server.ts'
import type { MetricView, ShopView } from '../../services.ts'
import type { ProductsRequest } from './load-products.server.ts'
import type { CourseModel, Fact, ProductModel } from './model.ts'
import { pageWords } from './words.server.ts'
import type { WordKey } from './words.ts'

/** One product in the page's period. Throws `not_found`. */
export async function loadProductScreen(request: ProductsRequest, id: string) {
  const { services, state } = request
  const period = resolvePeriod(state, services.shop)
  const { model } = toRules(await loadChoice(request))
  const { from, to, compare, currency, interval } = summaryQuery([], services.shop, { state, period, services })
  const buckets: Printing['interval'] = interval === 'week' || interval === 'month' ? interval : 'day'
  const [frame, found] = await Promise.all([
    loadPage(request, () => ({})),
    services.run('product.get', {
      id,
      from,
      to,
      interval: buckets,
      model,
      ...(typeof compare === 'object' && { compare }),
      ...(currency && { currency }),
    }),
  ])
  const printing = {
    shop: services.shop,
    figure: figureOf(services),
    say: pageWords.say(services.shop.display.language),
    language: services.shop.display.language,
    interval: buckets,
    format: { ...services.shop.display, currency: found.figures.currency },
  }
  return { ...frame, product: printProduct(found, printing) }
}

interface Printing {
  readonly shop: Pick<ShopView, 'zone' | 'currency' | 'domain'>
  readonly figure: (key: string) => MetricView
  readonly interval: 'day' | 'week' | 'month'
  readonly format: FigureFormat
  readonly say: Say<WordKey>
  readonly language: Language
}

const totals = ['unitsSold', 'netSales', 'refundRateValue', 'cogs', 'cm2', 'cm2Margin']
const courses = ['netSales', 'unitsSold', 'cm2']

function printProduct(found: ProductResult, printing: Printing): ProductModel {
  const { figure, format, say } = printing
  const told = (keys: readonly string[]) => keys.filter((key) => key in found.figures.totals)
  const bounds = boundsOf(found.figures)
  return {
    id: found.id,
    title: found.title,
    picture: found.listing?.imageUrl ? pictureAddress(printing.shop.domain, found.id) : undefined,
    facts: factsOf(found, say),
    totals: told(totals).map((key) => ({
      label: figure(key).label,
      text: figureText(found.figures.totals[key], figure(key).unit, { ...format, bound: bounds[key] }),
    })),
    ads: adsOf(found, printing),
    courses: told(courses).map((key) => courseOf(key, found, printing)),
    prices: pricesOf(found, printing),
    figureHeads: [say('variants.price'), ...told(totals).map((key) => figure(key).label)],
    variants: found.variants.map(({ id, title, sku, price, values, bounds: own }) => ({
      key: `${id}\n${sku}`,
      title: title || sku || id,
      detail: sku,
      cells: [
        figureText(price, 'money', { ...format, currency: printing.shop.currency }),
        ...told(totals).map((key) =>
          figureText(values[key] ?? null, figure(key).unit, { ...format, bound: own?.[key] }),
        ),
      ],
    })),
    costs: found.costs.map((entry, at) => printCost(entry, { key: `${at}`, found, printing })),
    buyers: buyersOf(found, printing),
    boughtWith: found.boughtWith.map(({ id, title, orders, lift }) => ({
      id,
      title: title || id,
      orders: figureText(orders, 'count', format),
      lift: `${figureText(lift, 'count', { ...format, digits: 1 })} ×`,
    })),
  }
}

/** What ads cost that its orders give credit to, and what is left; nothing where no spend is known. */
function adsOf(
  { ads: { model, credited, contribution, bound } }: ProductResult,
  { format, say }: Printing,
): ProductModel['ads'] {
  if (credited === null) return undefined
  const left = contribution === undefined ? [] : [{ label: say('ads.leftLong'), amount: contribution, bound }]
  return {
    model: creditNames(format.language ?? 'en').model(model),
    totals: [{ label: say('ads.credited'), amount: credited, bound: undefined }, ...left].map(
      ({ label, amount, bound: own }) => ({
        label,
        text: figureText(amount, 'money', { ...format, bound: own }),
      }),
    ),
  }
}

function factsOf({ listing, variants, id }: ProductResult, say: Say<WordKey>): Fact[] {
  const skus = [...new Set(variants.map(({ sku }) => sku).filter(Boolean))]
  const shown = skus.slice(0, 6).join(', ')
  const facts: readonly (readonly [string, string])[] = [
    [say('product.sku'), skus.length > 6 ? say('product.skus', { shown, more: skus.length - 6 }) : shown],
    [say('product.category'), listing?.categories.join(', ') ?? ''],
    [say('product.supplier'), listing?.supplier ?? ''],
    [say('product.id'), id],
  ]
  return facts.flatMap(([label, text]) => (text ? [{ label, text }] : []))
}

type Point = NonNullable<ProductResult['figures']['series']>[number]

function courseOf(key: string, { figures }: ProductResult, printing: Printing): CourseModel {
  const { figure, format } = printing
  const { label, unit } = figure(key)
  const { series = [], compare } = figures
  const pack = (points: readonly Point[]) =>
    packPoints(
      points.map(({ at, values, bounds }) => ({
        value: toNumber(values[key]),
        text: figureText(values[key], unit, { ...format, bound: bounds?.[key] }),
        ...bucketLabel({ at, interval: printing.interval, zone: printing.shop.zone, language: printing.language }),
      })),
    )
  const all = [...series, ...(compare?.series ?? [])].map(({ values }) => toNumber(values[key]))
  return {
    key,
    label,
    points: pack(series),
    compare: compare?.series && pack(compare.series),
    axis: createAxis(all, (value) => axisText(value, unit, format)),
  }
}

/** The average of what pieces sold for without tax, and beside it the dated cost of the variant that sells most. */
function pricesOf(found: ProductResult, printing: Printing): CourseModel[] {
  const { format, say } = printing
  const { series = [] } = found.figures
  const lead = found.variants[0]
  const sold = series.map(({ values }) => average(values['goods'], values['unitsSold']))
  const entries = found.costs.filter(
    ({ scope, ref, country, minQuantity }) =>
      (scope === 'product' || ref === (lead?.id ?? found.id)) && country === '' && minQuantity === 1,
  )
  const cost = series.map(({ at }) => costOn(at, entries, format.currency))
  const axis = createAxis([...sold, ...cost].map(toNumber), (value) => axisText(value, 'money', format))
  const course = (key: string, label: string, values: readonly (string | null)[]): CourseModel => ({
    key,
    label,
    points: packPoints(
      series.map(({ at }, index) => ({
        value: toNumber(values[index]),
        text: figureText(values[index], 'money', format),
        ...bucketLabel({ at, interval: printing.interval, zone: printing.shop.zone, language: printing.language }),
      })),
    ),
    compare: undefined,
    axis,
  })
  const costName =
    found.variants.length > 1 && lead?.title ? say('price.costOf', { variant: lead.title }) : say('price.cost')
  return [
    course('price', say('price.average'), sold),
    ...(cost.some((value) => value !== null) ? [course('cost', costName, cost)] : []),
  ]
}

function average(over: string | number | null | undefined, by: string | number | null | undefined): string | null {
  return over === null || over === undefined || !toNumber(by) ? null : divideDecimals(`${over}`, `${by}`)
}

/** Entries come oldest first; one of the variant goes before one of the product. Null for what is no amount in the currency. */
function costOn(day: string, entries: readonly GoodsCostView[], currency: string): string | null {
  const inForce = entries.filter(({ from }) => (from ?? '') <= day)
  const own = inForce.filter(({ scope }) => scope === 'variant')
  const entry = own.at(-1) ?? inForce.at(-1)
  return entry?.kind === 'amount' && entry.currency === currency ? entry.amount : null
}

const sources: Readonly<Record<string, WordKey>> = {
  entered: 'source.entered',
  file: 'source.file',
  api: 'source.api',
}

interface CostPlace {
  readonly key: string
  readonly found: ProductResult
  readonly printing: Printing
}

function printCost(
  entry: GoodsCostView,
  { key, found: { variants }, printing: { format, say, language } }: CostPlace,
): ProductModel['costs'][number] {
  const place = entry.country
    ? labelOf({ dimension: 'country', value: entry.country, language })
    : say('costs.everywhere')
  return {
    key,
    of: entry.scope === 'product' ? say('costs.product') : nameOfVariant(entry.ref, variants),
    cells: [
      entry.from === null ? say('costs.always') : dayText(entry.from, language),
      entry.minQuantity > 1 ? say('costs.pieces', { place, count: entry.minQuantity }) : place,
      costText(entry, { format, say }),
      say(sources[entry.source] ?? 'source.store'),
    ],
  }
}

function costText(entry: GoodsCostView, { format, say }: Pick<Printing, 'format' | 'say'>): string {
  if (entry.kind === 'madeOf') return say('costs.madeOf', { count: entry.madeOf?.length ?? 0 })
  if (entry.kind === 'amount')
    return figureText(entry.amount, 'money', { ...format, currency: entry.currency, decimals: 2 })
  const percent = figureText(divideDecimals(`${entry.percent}`, '100'), 'percent', format)
  return entry.kind === 'percent' ? say('costs.percent', { percent }) : ''
}

function nameOfVariant(id: string, variants: ProductResult['variants']): string {
  const variant = variants.find((each) => each.id === id)
  return variant?.title || variant?.sku || id
}

const classes = [
  ['newCustomerOrders', 'buyers.new'],
  ['returningCustomerOrders', 'buyers.returning'],
  ['unidentifiedOrders', 'buyers.unidentified'],
] as const

/** Paid orders with the product, by who placed them. */
function buyersOf({ figures: { totals: told } }: ProductResult, { format, say }: Printing): ProductModel['buyers'] {
  const counts = classes.map(([key, label]) => ({ label: say(label), count: toNumber(told[key]) ?? 0 }))
  const all = counts.reduce((sum, { count }) => sum + count, 0)
  if (all === 0) return []
  return counts.map(({ label, count }) => ({
    label,
    text: figureText(count, 'count', format),
    share: shareText(count, all, format),
  }))
}
