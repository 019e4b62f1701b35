import type { ConversionEntry } from '@tillsight/domain'
import { toCsv } from '../../csv.server.ts'

const header = [
  'order_id',
  'order',
  'placed_at',
  'state',
  'reason',
  'answer',
  'attempts',
  'next_at',
  'sent_at',
  'value',
  'currency',
  'keys',
  'corrections',
]

/** The delivery log: instants in UTC, values as last sent. */
export function printConversionsCsv(entries: readonly ConversionEntry[]): string {
  const rows = entries.map((entry) => [
    entry.order,
    entry.orderName,
    entry.placedAt,
    entry.state,
    entry.reason,
    entry.answer,
    String(entry.attempts),
    entry.nextAt ?? '',
    entry.sentAt ?? '',
    entry.value ?? '',
    entry.currency,
    entry.keys.join(' '),
    String(entry.corrections),
  ])
  return toCsv([header, ...rows])
}
