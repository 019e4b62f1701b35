import { ConnectorError } from '../failures.ts'
import type { OrderRecord } from '../records.ts'
import { type Mapped, toOrderRecord } from './order-record.ts'
import type { Store } from './store.ts'
import { isRow, toOptionalId } from './values.ts'
import { WireCurrency, WireOrder } from './wire.ts'

/** The records of one page, with warnings about oddities. */
export interface MappedPage<R> {
  readonly records: readonly R[]
  readonly warnings: readonly string[]
}

/** Maps a page entry by entry, so that an invalid one does not affect its page: a text says why there is no record. */
export function mapEach<R>(items: readonly unknown[], map: (item: unknown) => Mapped<R> | string): MappedPage<R> {
  const records: R[] = []
  const warnings: string[] = []
  for (const item of items) {
    const mapped = map(item)
    if (typeof mapped === 'string') warnings.push(mapped)
    else {
      records.push(mapped.record)
      warnings.push(...mapped.warnings)
    }
  }
  return { records, warnings }
}

/** Checks and maps a page of orders; those without currency get the store's, if it is known. */
export function mapOrders(items: readonly unknown[], storeCurrency = ''): MappedPage<OrderRecord> {
  return mapEach(items, (item) => {
    const order = WireOrder.safeParse(item)
    return order.success ? toOrderRecord(order.data, storeCurrency) : unreadable('Order', item)
  })
}

/** The same with a store whose currency is queried only if an order lacks one. */
export async function mapOrdersOf(store: Store, items: readonly unknown[]): Promise<MappedPage<OrderRecord>> {
  const mapped = mapOrders(items)
  if (mapped.records.every(({ currency }) => currency !== '')) return mapped
  const { data } = await store.get('data/currencies/current', { _fields: 'code' })
  return mapOrders(items, WireCurrency.safeParse(data).data?.code)
}

/** The warning about an entry that does not even have the basic shape. */
export function unreadable(what: string, item: unknown): string {
  return `${what} ${idOf(item)} came in a form that cannot be read and was left out.`
}

/** The id of an entry, for warnings and comparisons. */
export function idOf(item: unknown): string {
  return (isRow(item) ? toOptionalId(item.id) : null) ?? '(without id)'
}

/** The entries of a list answer. Throws `transient` for anything else. */
export function toList(data: unknown, path: string): readonly unknown[] {
  if (Array.isArray(data)) return data
  throw new ConnectorError({
    kind: 'transient',
    message: `The shop answered the question for “${path}” with something other than a list; we keep trying.`,
    platformCode: 'broken',
  })
}
