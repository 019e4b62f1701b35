import { href } from 'react-router'
import { healthPath } from '../../blocks/connections/health-path.ts'
import { dayText, figureText, instantText } from '../../format/index.ts'
import type { Language, Say } from '../../language/index.ts'
import { sayServer } from '../../language/server-words.server.ts'
import type { ShopReading } from './load-reading.server.ts'
import type { HealthLine, HubRow } from './model.ts'
import type { WordKey } from './words.ts'

/** Status of a shop on the hub. */
export function statusOf({ connections, shop }: ShopReading): HubRow['standing'] {
  return connections.length === 0 && shop.firstDay === null ? 'not_connected' : 'figures'
}

interface Wording {
  /** Of the page. */
  readonly currency: string
  readonly say: Say<WordKey>
}

/** Why a shop cannot be added to the others; null when it can. Begins after "Without <name>: ". */
export function reasonLeftOut(reading: ShopReading, { currency, say }: Wording): string | null {
  const { figures, missingRates, shop } = reading
  if (statusOf(reading) === 'not_connected') return say('reason.notConnected')
  if (missingRates !== 0) {
    return say('reason.rates', { from: shop.currency, to: currency, days: daysText(missingRates, say) })
  }
  return (figures.now['sales'] ?? null) === null ? say('reason.notLoaded') : null
}

/** `3 days`, `1 day`, `some days`. */
export function daysText(days: number | 'some', say: Say<WordKey>): string {
  return days === 'some' ? say('days.some') : say('days', { count: days })
}

/** Broken connections first, then imports, then issues; a shop without any says since when it is complete. */
export function healthOf(
  { shop, connections, findings }: ShopReading,
  { say, language }: { readonly say: Say<WordKey>; readonly language: Language },
): HealthLine[] {
  const to = href('/shop/:domain/integrations', { domain: shop.domain })
  const troubled = connections.flatMap(({ id, status, connectorLabel, message }): HealthLine[] => {
    if (status !== 'broken' && status !== 'late' && status !== 'paused') return []
    const own = say(status === 'paused' ? 'health.paused' : 'health.unreachable', { name: connectorLabel })
    const why = status === 'paused' || message === null ? { text: own, isEnglish: false } : sayServer(message, language)
    return [{ tone: status === 'broken' ? 'bad' : 'warn', ...why, to: `${to}#c-${id}`, progress: null }]
  })
  const importing = connections.flatMap(({ status, connectorLabel, streams }): HealthLine[] => {
    const stream = streams.find(({ state }) => state === 'importing')
    if (status !== 'importing') return []
    const progress = stream ? { done: stream.done, total: stream.total } : null
    return [{ tone: 'info', text: say(...importText(connectorLabel, progress, shop)), isEnglish: false, to, progress }]
  })
  const open = findings.map(({ severity, message, isEnglish = false, place }): HealthLine => {
    const tone = severity === 'serious' ? 'bad' : severity === 'warning' ? 'warn' : 'info'
    return { tone, text: message, isEnglish, to: healthPath(shop.domain, place), progress: null }
  })
  const lines = [...troubled, ...importing, ...open]
  return lines.length > 0 ? distinct(lines) : fineLines({ shop, connections }, { to, say })
}

function distinct(lines: readonly HealthLine[]): HealthLine[] {
  return [...new Map(lines.map((line) => [line.text, line])).values()]
}

/** The sentence about an import, with how much of it is done. */
function importText(
  name: string,
  progress: HealthLine['progress'],
  { display }: ShopReading['shop'],
): Parameters<Say<WordKey>> {
  if (progress === null) return ['health.importing', { name }]
  const count = (value: number) => figureText(value, 'count', display)
  const done = count(progress.done)
  return progress.total === null
    ? ['health.soFar', { name, done }]
    : ['health.of', { name, done, total: count(progress.total) }]
}

interface Place {
  readonly to: string
  readonly say: Say<WordKey>
}

function fineLines({ shop, connections }: Pick<ShopReading, 'shop' | 'connections'>, { to, say }: Place): HealthLine[] {
  if (connections.length === 0) return []
  const { zone, display } = shop
  const synced = connections.flatMap(({ lastSyncAt }) => lastSyncAt ?? []).toSorted()[0]
  const details = [
    say('health.complete'),
    ...(shop.firstDay === null ? [] : [say('health.first', { day: dayText(shop.firstDay, display.language) })]),
    ...(synced === undefined ? [] : [say('health.synced', { time: instantText(synced, zone, display.language) })]),
  ]
  return [{ tone: 'good', text: details.join(' · '), isEnglish: false, to, progress: null }]
}
