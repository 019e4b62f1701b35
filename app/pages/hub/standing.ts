import { href } from 'react-router'
import { healthPath } from '../../blocks/connections/health-path.ts'
import { dayText, figureText, instantText } from '../../format/index.ts'
import type { ShopReading } from './load-reading.server.ts'
import type { HealthLine, HubRow } from './model.ts'

/** Status of a shop on the hub. */
export function statusOf({ connections, shop }: ShopReading): HubRow['standing'] {
  return connections.length === 0 && shop.firstDay === null ? 'not_connected' : 'figures'
}

/** Why a shop cannot be added to the others; null when it can. Begins after "Without <name>: ". */
export function reasonLeftOut(reading: ShopReading, currency: string): string | null {
  const { figures, missingRates, shop } = reading
  if (statusOf(reading) === 'not_connected') return 'nothing is connected yet.'
  if (missingRates !== 0) return `no rate from ${shop.currency} to ${currency} for ${daysText(missingRates)}.`
  return (figures.now['sales'] ?? null) === null ? 'nothing is loaded yet for these days.' : null
}

/** `3 days`, `1 day`, `some days`. */
export function daysText(days: number | 'some'): string {
  if (days === 'some') return 'some days'
  return days === 1 ? '1 day' : `${days} days`
}

/** Broken connections first, then imports, then issues; a shop without any says since when it is complete. */
export function healthOf({ shop, connections, findings }: ShopReading): HealthLine[] {
  const to = href('/shop/:domain/integrations', { domain: shop.domain })
  const troubled = connections.flatMap(({ id, status, connectorLabel, message }): HealthLine[] => {
    if (status !== 'broken' && status !== 'late' && status !== 'paused') return []
    const text =
      status === 'paused' ? `${connectorLabel} is paused.` : (message ?? `${connectorLabel} cannot be reached.`)
    return [{ tone: status === 'broken' ? 'bad' : 'warn', text, to: `${to}#c-${id}`, progress: null }]
  })
  const importing = connections.flatMap(({ status, connectorLabel, streams }): HealthLine[] => {
    const stream = streams.find(({ state }) => state === 'importing')
    if (status !== 'importing') return []
    const progress = stream ? { done: stream.done, total: stream.total } : null
    return [{ tone: 'info', text: `Importing from ${connectorLabel}${amountText(progress, shop)}`, to, progress }]
  })
  const open = findings.map(({ severity, message, place }): HealthLine => {
    const tone = severity === 'serious' ? 'bad' : severity === 'warning' ? 'warn' : 'info'
    return { tone, text: message, to: healthPath(shop.domain, place), progress: null }
  })
  const lines = [...troubled, ...importing, ...open]
  return lines.length > 0 ? distinct(lines) : fineLines({ shop, connections }, to)
}

function distinct(lines: readonly HealthLine[]): HealthLine[] {
  return [...new Map(lines.map((line) => [line.text, line])).values()]
}

function amountText(progress: HealthLine['progress'], { display }: ShopReading['shop']): string {
  if (progress === null) return '.'
  const count = (value: number) => figureText(value, 'count', display)
  return progress.total === null
    ? `: ${count(progress.done)} so far`
    : `: ${count(progress.done)} of ${count(progress.total)}`
}

function fineLines({ shop, connections }: Pick<ShopReading, 'shop' | 'connections'>, to: string): HealthLine[] {
  if (connections.length === 0) return []
  const { zone, display } = shop
  const synced = connections.flatMap(({ lastSyncAt }) => lastSyncAt ?? []).toSorted()[0]
  const since = shop.firstDay === null ? null : `first orders of ${dayText(shop.firstDay, display.language)}`
  const checked = synced === undefined ? null : `read ${instantText(synced, zone, display.language)}`
  const details = ['History complete', since, checked].filter((part) => part !== null).join(' · ')
  return [{ tone: 'good', text: details, to, progress: null }]
}
