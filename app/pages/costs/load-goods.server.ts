import { AppError } from '@tillsight/core'
import type { GoodsCosts, GoodsCostView, GoodsTimeLine } from '@tillsight/domain'
import { labelOf } from '../../blocks/figures-page/dimension-labels.server.ts'
import type { PageQuery } from '../../blocks/figures-page/load-page.server.ts'
import { loadPictures } from '../../blocks/products/picture-address.server.ts'
import { dayText, type FigureFormat, figureText, shareText, toNumber } from '../../format/index.ts'
import type { Say } from '../../language/index.ts'
import type { Result, ShopServices } from '../../services.ts'
import type { CoveragePart, GoodsFilter, GoodsModel, GoodsRowModel, TimeLineEntry, TimeLineModel } from './model.ts'
import { tidyAmount, typedAmount } from './rule-text.server.ts'
import { pageWords } from './words.server.ts'
import type { WordKey } from './words.ts'

const [rowsShown, usualBelow] = [200, 20]

/** Which goods an address asks for. */
export interface GoodsAsk {
  readonly only: GoodsFilter | undefined
  readonly below: number
}

const filters: readonly string[] = ['unknown', 'assumed', 'changed', 'below'] satisfies GoodsFilter[]

/** Reads `only=below&below=25`; what is not possible is as if it were not there. */
export function readGoodsFilter(address: URLSearchParams): GoodsAsk {
  const [only, below] = [address.get('only') ?? '', address.get('below') ?? '']
  return {
    // Holds because it is one of them.
    only: filters.includes(only) ? (only as GoodsFilter) : undefined,
    below: /^-?\d{1,2}$/.test(below) ? Number(below) : usualBelow,
  }
}

/** Goods of the page's period with their costs, for editing; null for somebody who may not see costs. */
export async function loadGoods(
  { services, range, ask }: PageQuery,
  { only, below }: GoodsAsk,
): Promise<GoodsModel | null> {
  const { may, shop } = services
  if (!may.readCosts) return null
  const { interval: _interval, compare: _compare, ...query } = ask(['cogs'])
  const asked = { ...range, limit: rowsShown }
  const [found, missing, { quality }] = await Promise.all([
    services.run('costs.goods', { ...asked, ...(only && { only, below }) }),
    services.run('costs.goods', { ...asked, only: 'unknown' }),
    services.run('metrics.query', query),
  ])
  const pictures = await loadPictures(
    services,
    found.rows.map(({ product }) => product),
  )
  const format = { ...shop.display, currency: found.currency }
  const say = pageWords.say(shop.display.language)
  const { general } = found
  const margin = general.find(({ scope, kind, from }) => scope === 'shop' && kind === 'percent' && from === null)
  const hasGroups = general.some(({ scope }) => scope !== 'shop')
  return {
    mayEnter: may.enterCosts,
    domain: shop.domain,
    latest: found.latest,
    only,
    below,
    coverage: coverageOf(quality, { format, say }),
    missing: missingText(missing, shareText(quality?.['cogs']?.goods?.unknown, '1', format), { format, say }),
    currency: found.currency,
    total: found.total,
    shown: found.rows.length,
    margin: margin ? String(Number(margin.percent)) : '',
    rows: found.rows.map((row) => ({
      ...printRow(row, { format, say, hasGroups }),
      picture: pictures.get(row.product),
    })),
  }
}

interface Printing {
  readonly format: FigureFormat
  readonly say: Say<WordKey>
}

function coverageOf(quality: Result['quality'], { format, say }: Printing): CoveragePart[] | null {
  const shares = quality?.['cogs']?.goods
  if (!shares) return null
  return (['exact', 'assumed', 'unknown'] as const).map((state) => ({
    state,
    share: toNumber(shares[state]) ?? 0,
    text: say(`printed.coverage.${state}`, { share: shareText(shares[state], '1', format) }),
  }))
}

/** How much has no cost, and how few goods are most of it. */
export function missingText(
  { rows, total }: Pick<GoodsCosts, 'rows' | 'total'>,
  share: string,
  printing: Printing,
): string | null {
  if (total === 0) return null
  const worth = rows.map(({ unknown }) => toNumber(unknown) ?? 0).toSorted((a, b) => b - a)
  const most = worth.reduce((sum, one) => sum + one, 0) * 0.8
  let [sum, count] = [0, 0]
  for (const one of worth) {
    if (sum >= most) break
    sum += one
    count += 1
  }
  const said = printing.say('printed.missing', { share, count: total })
  if (count >= total) return said
  return `${said} ${printing.say('printed.missingMost', { count, most: percentText('80', printing) })}`
}

/** A number of percent as it was typed, however fine. */
function percentText(percent: string, { format, say }: Printing): string {
  return say('printed.percent', { value: figureText(String(Number(percent)), 'count', { ...format, digits: 6 }) })
}

/** Where a cost comes from; entries of one day are told apart by it. */
function sourceText(source: GoodsCostView['source'], { say }: Printing): string {
  const key = sources[source]
  return key ? say(key) : source
}

const sources: Readonly<Record<string, WordKey>> = {
  entered: 'printed.source.entered',
  file: 'printed.source.file',
  api: 'printed.source.api',
  store: 'printed.source.store',
}

interface RowPrinting extends Printing {
  /** Suppliers or categories have costs, too. */
  readonly hasGroups: boolean
  /** What its orders tell is all that is known, and enough. */
  readonly isByOrder?: boolean
}

function printRow(
  row: GoodsCosts['rows'][number],
  { hasGroups, ...printing }: RowPrinting,
): Omit<GoodsRowModel, 'picture'> {
  const { now } = row
  const { format, say } = printing
  const state = stateOf(row)
  return {
    variant: row.variant,
    title: row.title || say('printed.goods.unnamed'),
    sku: row.sku,
    units: figureText(row.units, 'count', format),
    net: figureText(row.net, 'money', format),
    margin: marginText(row, format),
    cost: now?.kind === 'amount' ? typedAmount(now.amount, format) : '',
    madeOf: now?.madeOf ? say('printed.madeOf', { count: now.madeOf.length }) : '',
    entry: ownEntry(now),
    otherwise: otherwiseText(now?.kind === 'amount' ? row.otherwise : now, {
      hasGroups,
      isByOrder: now === null && state === 'exact',
      ...printing,
    }),
    about: aboutText(row, printing),
    state,
  }
}

/** The entry that emptying the field deletes: the variant's own, and none that the store brings again every night. */
function ownEntry(now: GoodsCostView | null): string | null {
  return now?.scope === 'variant' && now.source !== 'store' ? `${now.source} ${now.from ?? ''}` : null
}

function stateOf({ unknown, assumed }: GoodsCosts['rows'][number]): GoodsRowModel['state'] {
  return Number(unknown) > 0 ? 'unknown' : Number(assumed) > 0 ? 'assumed' : 'exact'
}

function marginText({ net, cost, unknown }: GoodsCosts['rows'][number], format: FigureFormat): string {
  const worth = Number(net)
  if (Number(unknown) > 0 || worth <= 0) return ''
  return figureText(String((worth - Number(cost)) / worth), 'percent', format)
}

/** What counts for a variant whose field is empty, as short as a field is wide. */
function otherwiseText(entry: GoodsCostView | null, { hasGroups, isByOrder, ...printing }: RowPrinting): string {
  const { say } = printing
  if (entry !== null && entry.scope !== 'shop') {
    if (entry.madeOf) return say('printed.madeOf', { count: entry.madeOf.length })
    const value =
      entry.kind === 'percent' ? percentText(entry.percent, printing) : typedAmount(entry.amount, printing.format)
    return say(entry.scope === 'product' ? 'printed.otherwise.product' : 'printed.otherwise.before', { value })
  }
  if (hasGroups) return say('printed.otherwise.group')
  if (entry === null) return say(isByOrder ? 'printed.otherwise.orders' : 'printed.otherwise.unknown')
  return say('printed.otherwise.usual', { value: percentText(entry.percent, printing) })
}

function aboutText({ now, assumed, partsCost }: GoodsCosts['rows'][number], printing: Printing): string {
  const { format, say } = printing
  if (now === null) return Number(assumed) > 0 ? say('printed.byUsual') : ''
  const { currency } = now
  const since =
    now.from === null
      ? say('printed.since.ever')
      : say('printed.since.day', { day: dayText(now.from, format.language) })
  const isShare = now.kind === 'percent' && !now.madeOf
  return [
    ...(now.madeOf ? [partsCostText(partsCost, printing)] : []),
    ...(isShare ? [say('printed.ofPrice', { percent: percentText(now.percent, printing) })] : []),
    since,
    sourceText(now.source, printing),
    ...(now.madeOf || currency === format.currency ? [] : [say('printed.inCurrency', { currency })]),
  ].join(' · ')
}

function partsCostText(cost: string | null, { format, say }: Printing): string {
  if (cost === null) return say('printed.partsUnknown')
  return say('printed.today', { amount: figureText(tidyAmount(cost), 'money', format) })
}

/** Everything that is entered of a variant. Throws `forbidden` for somebody who may not see costs. */
export async function loadTimeLine({ run, shop, may }: ShopServices, variant: string): Promise<TimeLineModel> {
  if (!may.readCosts) throw new AppError('forbidden', 'Your role does not show what things cost.')
  const told = await run('costs.timeLine', { variant })
  const say = pageWords.say(shop.display.language)
  const printing = { format: { ...shop.display, currency: told.currency }, say }
  return {
    mayEnter: may.enterCosts,
    latest: told.latest,
    domain: shop.domain,
    variant,
    title: told.title || say('printed.goods.unnamed'),
    sku: told.sku,
    currency: told.currency,
    entries: told.entries.map((entry) => printEntry(entry, told.parts, printing)),
  }
}

function printEntry(
  entry: GoodsTimeLine['entries'][number],
  parts: GoodsTimeLine['parts'],
  printing: Printing,
): TimeLineEntry {
  const { scope, ref, from, country, minQuantity, source } = entry
  const { format, say } = printing
  const origin = sourceText(source, printing)
  return {
    id: JSON.stringify({ scope, ref, from, country, minQuantity, source }),
    from: from === null ? say('printed.entry.ever') : say('printed.entry.day', { day: dayText(from, format.language) }),
    cost: costText(entry, printing),
    about: partsText(entry, parts),
    scope: scopeText(entry, printing),
    source: scope === 'product' ? say('printed.source.product', { source: origin }) : origin,
    note: entry.note,
    isNow: entry.isNow,
    mayDelete: source !== 'store',
  }
}

function costText(entry: GoodsTimeLine['entries'][number], printing: Printing): string {
  if (entry.madeOf) return partsCostText(entry.partsCost, printing)
  if (entry.kind === 'percent')
    return printing.say('printed.ofPrice', { percent: percentText(entry.percent, printing) })
  return figureText(tidyAmount(entry.amount), 'money', { ...printing.format, currency: entry.currency })
}

/** `2 × Cup + 1 × Tea` */
function partsText({ madeOf }: GoodsCostView, parts: GoodsTimeLine['parts']): string {
  const names = new Map(parts.map(({ variant, title, sku }) => [variant, title || sku || variant]))
  return (madeOf ?? []).map(({ variant, quantity }) => `${quantity} × ${names.get(variant) ?? variant}`).join(' + ')
}

function scopeText({ country, minQuantity, steps }: GoodsCostView, { format, say }: Printing): string {
  const pieces =
    minQuantity === 1 && steps === 'whole'
      ? say('printed.scope.any')
      : say(steps === 'whole' ? 'printed.scope.whole' : 'printed.scope.graduated', { count: minQuantity })
  const place = labelOf({ dimension: 'country', value: country, language: format.language ?? 'en' })
  const where = country === '' ? say('printed.scope.everywhere') : say('printed.scope.place', { place })
  return [where, pieces].join(' · ')
}
