import { addDays, dayOf, parseDay } from '@tillsight/core/days'
import type { NumberChangeView } from '@tillsight/domain'
import { href } from 'react-router'
import { dayText, figureText, instantText } from '../../format/index.ts'
import type { ShopServices, ShopView } from '../../services.ts'
import type { ChangeModel, ChangesModel } from './model.ts'
import { changeTexts } from './texts.ts'

const usualDays = 90
const pageSize = 50

/** What moved figures of past days, the last seen first. */
export async function loadChanges(services: ShopServices, now: string, search: URLSearchParams): Promise<ChangesModel> {
  const { shop, may } = services
  const latest = dayOf(new Date(now), shop.zone)
  const to = readDay(search.get('to')) ?? latest
  const from = readDay(search.get('from')) ?? addDays(to, 1 - usualDays)
  const cursor = search.get('after')
  const range = { from: from <= to ? from : to, to }
  const shown = { range: { ...range, latest }, currency: shop.currency, isFirst: cursor === null }
  if (!may.openOrders) return { ...shown, changes: [], next: null, mayOpen: false }
  const page = await services.numberChanges({ ...range, limit: pageSize, ...(cursor === null ? {} : { cursor }) })
  const next = page.cursor === undefined ? null : `?${new URLSearchParams({ ...range, after: page.cursor })}`
  const labels = new Map(services.catalogue().metrics.map(({ key, label }) => [key, label]))
  const nameOf = (metric: string) => labels.get(metric) ?? metric
  return { ...shown, changes: page.changes.map((change) => printChange(change, { shop, nameOf })), next, mayOpen: true }
}

function readDay(text: string | null) {
  if (text === null) return undefined
  try {
    return parseDay(text)
  } catch {
    // An address that somebody typed: the usual days are shown instead.
    return undefined
  }
}

/** A change in words. */
function printChange(
  change: NumberChangeView,
  { shop, nameOf }: { readonly shop: ShopView; readonly nameOf: (metric: string) => string },
): ChangeModel {
  const { zone, display, currency, domain } = shop
  const format = { ...display, currency, decimals: Math.max(2, display.decimals) }
  const money = (value: string) => figureText(value, 'money', format)
  const search = new URLSearchParams({ from: change.day, to: change.day, open: change.metric, order: change.orderId })
  return {
    id: change.id,
    day: dayText(change.day),
    figure: nameOf(change.metric),
    reason: changeTexts[change.cause],
    name: change.orderName,
    to:
      change.cause === 'order_deleted' || change.cause === 'import_undone'
        ? null
        : `${href('/shop/:domain', { domain })}?${search}`,
    before: money(change.before),
    after: money(change.after),
    difference: change.difference.startsWith('-') ? money(change.difference) : `+${money(change.difference)}`,
    seen: instantText(change.seenAt, zone),
  }
}
