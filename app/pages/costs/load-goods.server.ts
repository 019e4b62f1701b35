import { AppError } from '@tillsight/core'
import type { GoodsCosts, GoodsCostView, GoodsTimeLine } from '@tillsight/domain'
import type { PageQuery } from '../../blocks/figures-page/load-page.server.ts'
import { loadPictures } from '../../blocks/products/picture-address.server.ts'
import { dayText, type FigureFormat, figureText, shareText, toNumber } from '../../format/index.ts'
import type { Result, ShopServices } from '../../services.ts'
import type { CoveragePart, GoodsFilter, GoodsModel, GoodsRowModel, TimeLineEntry, TimeLineModel } from './model.ts'
import { tidyAmount } from './rule-text.server.ts'

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
  const { general } = found
  const margin = general.find(({ scope, kind, from }) => scope === 'shop' && kind === 'percent' && from === null)
  const hasGroups = general.some(({ scope }) => scope !== 'shop')
  return {
    mayEnter: may.enterCosts,
    domain: shop.domain,
    latest: found.latest,
    only,
    below,
    coverage: coverageOf(quality, format),
    missing: missingText(missing, shareText(quality?.['cogs']?.goods?.unknown, '1', format)),
    currency: found.currency,
    total: found.total,
    shown: found.rows.length,
    margin: margin ? String(Number(margin.percent)) : '',
    rows: found.rows.map((row) => ({ ...printRow(row, { format, hasGroups }), picture: pictures.get(row.product) })),
  }
}

const coverageNames = { exact: 'known', assumed: 'assumed', unknown: 'missing' } as const

function coverageOf(quality: Result['quality'], format: FigureFormat): CoveragePart[] | null {
  const shares = quality?.['cogs']?.goods
  if (!shares) return null
  return (['exact', 'assumed', 'unknown'] as const).map((state) => ({
    state,
    share: toNumber(shares[state]) ?? 0,
    text: `${shareText(shares[state], '1', format)} ${coverageNames[state]}`,
  }))
}

/** How much has no cost, and how few goods are most of it. */
export function missingText({ rows, total }: Pick<GoodsCosts, 'rows' | 'total'>, share: string): string | null {
  if (total === 0) return null
  const worth = rows.map(({ unknown }) => toNumber(unknown) ?? 0).toSorted((a, b) => b - a)
  const most = worth.reduce((sum, one) => sum + one, 0) * 0.8
  let [sum, count] = [0, 0]
  for (const one of worth) {
    if (sum >= most) break
    sum += one
    count += 1
  }
  const said = `${share} of net sales have no cost: ${total} ${total === 1 ? 'variant' : 'variants'}.`
  return count < total ? `${said} ${count} of them ${count === 1 ? 'makes' : 'make'} 80 % of what is missing.` : said
}

const sources: Readonly<Record<string, string>> = {
  entered: 'entered here',
  file: 'from a file',
  api: 'by the API',
  store: 'from the store',
}

interface Printing {
  readonly format: FigureFormat
  /** Suppliers or categories have costs, too. */
  readonly hasGroups: boolean
}

function printRow(row: GoodsCosts['rows'][number], { format, hasGroups }: Printing): Omit<GoodsRowModel, 'picture'> {
  const { now } = row
  return {
    variant: row.variant,
    title: row.title || 'Without a name',
    sku: row.sku,
    units: figureText(row.units, 'count', format),
    net: figureText(row.net, 'money', format),
    margin: marginText(row, format),
    cost: now?.kind === 'amount' ? tidyAmount(now.amount) : '',
    madeOf: now?.madeOf ? `made of ${now.madeOf.length}` : '',
    entry: ownEntry(now),
    otherwise: otherwiseText(now?.kind === 'amount' ? row.otherwise : now, hasGroups),
    about: aboutText(row, format),
    state: stateOf(row),
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
function otherwiseText(entry: GoodsCostView | null, hasGroups: boolean): string {
  if (entry !== null && entry.scope !== 'shop') {
    if (entry.madeOf) return `made of ${entry.madeOf.length}`
    const value = entry.kind === 'percent' ? `${Number(entry.percent)} %` : tidyAmount(entry.amount)
    return entry.scope === 'product' ? `${value} product` : `${value} before`
  }
  if (hasGroups) return 'its group’s'
  return entry === null ? 'unknown' : `${Number(entry.percent)} % usual`
}

function aboutText({ now, assumed, partsCost }: GoodsCosts['rows'][number], format: FigureFormat): string {
  const { currency } = format
  if (now === null) return Number(assumed) > 0 ? 'by the usual share' : ''
  const since = now.from === null ? 'from the beginning' : `from ${dayText(now.from)}`
  const share = now.kind === 'percent' ? `${Number(now.percent)} % of the price, ` : ''
  if (now.madeOf) return `${partsCostText(partsCost, format)}, ${since}, ${sources[now.source] ?? now.source}`
  return `${share}${since}, ${sources[now.source] ?? now.source}${now.currency === currency ? '' : `, in ${now.currency}`}`
}

function partsCostText(cost: string | null, format: FigureFormat): string {
  return cost === null ? 'not known of each part' : `${figureText(tidyAmount(cost), 'money', format)} today`
}

/** Everything that is entered of a variant. Throws `forbidden` for somebody who may not see costs. */
export async function loadTimeLine({ run, shop, may }: ShopServices, variant: string): Promise<TimeLineModel> {
  if (!may.readCosts) throw new AppError('forbidden', 'Your role does not show what things cost.')
  const told = await run('costs.timeLine', { variant })
  const format = { ...shop.display, currency: told.currency }
  return {
    mayEnter: may.enterCosts,
    latest: told.latest,
    domain: shop.domain,
    variant,
    title: told.title || 'Without a name',
    sku: told.sku,
    currency: told.currency,
    entries: told.entries.map((entry) => printEntry(entry, told.parts, format)),
  }
}

function printEntry(
  entry: GoodsTimeLine['entries'][number],
  parts: GoodsTimeLine['parts'],
  format: FigureFormat,
): TimeLineEntry {
  const { scope, ref, from, country, minQuantity, source } = entry
  return {
    id: JSON.stringify({ scope, ref, from, country, minQuantity, source }),
    from: from === null ? 'From the beginning' : `From ${dayText(from)}`,
    cost: costText(entry, format),
    about: partsText(entry, parts),
    scope: scopeText(entry),
    source: `${scope === 'product' ? 'of the product, ' : ''}${sources[source] ?? source}`,
    note: entry.note,
    isNow: entry.isNow,
    mayDelete: source !== 'store',
  }
}

function costText(entry: GoodsTimeLine['entries'][number], format: FigureFormat): string {
  if (entry.madeOf) return partsCostText(entry.partsCost, format)
  if (entry.kind === 'percent') return `${Number(entry.percent)} % of the price`
  return figureText(tidyAmount(entry.amount), 'money', { ...format, currency: entry.currency })
}

/** `2 × Cup + 1 × Tea` */
function partsText({ madeOf }: GoodsCostView, parts: GoodsTimeLine['parts']): string {
  const names = new Map(parts.map(({ variant, title, sku }) => [variant, title || sku || variant]))
  return (madeOf ?? []).map(({ variant, quantity }) => `${quantity} × ${names.get(variant) ?? variant}`).join(' + ')
}

function scopeText({ country, minQuantity, steps }: GoodsCostView): string {
  const pieces =
    minQuantity === 1 && steps === 'whole'
      ? 'any number'
      : `from ${minQuantity} ${minQuantity === 1 ? 'piece' : 'pieces'} on, ${steps === 'whole' ? 'for all pieces' : 'each piece at its step'}`
  return `${country === '' ? 'everywhere' : `to ${country}`}, ${pieces}`
}
