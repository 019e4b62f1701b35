import { addDays, dayOf, parseDay } from '@tillsight/core/days'
import type { NumberChangeView } from '@tillsight/domain'
import { href } from 'react-router'
import { whatText } from '../../blocks/cost-changes/change-text.server.ts'
import { dayText, figureText, instantText, signedFigure } from '../../format/index.ts'
import type { MetricView, ShopServices, ShopView } from '../../services.ts'
import type { ChangeModel, ChangesModel } from './model.ts'
import { printMove } from './print-move.server.ts'
import { pageWords } from './words.server.ts'

const usualDays = 90
const pageSize = 50

/** Loads the change log, most recent first. */
export async function loadChanges(services: ShopServices, now: string, search: URLSearchParams): Promise<ChangesModel> {
  const { shop, may } = services
  const { latest, ...range } = readRange(services, now, search)
  const cursor = search.get('after')
  const shown = { range: { ...range, latest }, currency: shop.currency, isFirst: cursor === null }
  if (!may.openOrders) return { ...shown, changes: [], moves: [], next: null, file: null, mayOpen: false }
  const page = await services.run('numbers.changes', {
    ...range,
    limit: pageSize,
    ...(cursor === null ? {} : { cursor }),
  })
  const next = page.cursor === undefined ? null : `?${new URLSearchParams({ ...range, after: page.cursor })}`
  const { metrics, platforms } = services.catalogue()
  const known = new Map(metrics.map((metric) => [metric.key, metric]))
  const names = new Map(platforms.map(({ id, name }) => [id, name]))
  const printing = { shop, known, names }
  return {
    ...shown,
    changes: page.changes.flatMap((change) => (change.credit === null ? [printChange(change, printing)] : [])),
    moves: page.changes.flatMap((change) => printMove(change, shop) ?? []),
    next,
    file: page.changes.length === 0 ? null : `?${new URLSearchParams(range)}`,
    mayOpen: true,
  }
}

/** The address's range of days, the last days by default, and the latest possible day. */
export function readRange({ shop }: Pick<ShopServices, 'shop'>, now: string, search: URLSearchParams) {
  const latest = dayOf(new Date(now), shop.zone)
  const to = readDay(search.get('to')) ?? latest
  const from = readDay(search.get('from')) ?? addDays(to, 1 - usualDays)
  return { from: from <= to ? from : to, to, latest }
}

function readDay(text: string | null) {
  if (text === null) return undefined
  try {
    return parseDay(text)
  } catch {
    // An invalid address: the default range is shown instead.
    return undefined
  }
}

interface Printing {
  readonly shop: ShopView
  /** Metrics by key. */
  readonly known: ReadonlyMap<string, Pick<MetricView, 'label' | 'unit'>>
  /** Platform names by id. */
  readonly names: ReadonlyMap<string, string>
}

/** Prints a change. */
function printChange(change: NumberChangeView, { shop, known, names }: Printing): ChangeModel {
  const { zone, display } = shop
  const { account, metric } = change
  const { language } = display
  const decimals = Math.max(2, display.decimals)
  const format = { ...display, currency: account?.currency ?? shop.currency, decimals }
  const unit = known.get(metric)?.unit ?? 'money'
  const figure = (value: string) => figureText(value, unit, format)
  return {
    id: change.id,
    day: dayText(change.day, language),
    figure: known.get(metric)?.label ?? metric,
    reason: pageWords.say(language)(`cause.${change.cause}`),
    name: account
      ? `${account.name}, ${names.get(account.platform) ?? account.platform}`
      : whatText(change.orderName, language),
    to: addressOf(change, shop),
    before: figure(change.before),
    after: figure(change.after),
    difference: signedFigure(change.difference, unit, format),
    seen: instantText(change.seenAt, zone, language),
  }
}

/** Link to the cause: the order, or the account's campaigns of that day; null once the order is deleted. */
function addressOf(
  { day, metric, orderId, cause, account, change }: NumberChangeView,
  { domain }: ShopView,
): string | null {
  if (change) return `${href('/shop/:domain/costs/changes', { domain })}#change-${change}`
  if (account) return `${href('/shop/:domain/campaigns', { domain })}?${new URLSearchParams({ from: day, to: day })}`
  if (cause === 'order_deleted' || cause === 'import_undone') return null
  const search = new URLSearchParams({ from: day, to: day, open: metric, order: orderId })
  return `${href('/shop/:domain', { domain })}?${search}`
}
