import { ExternalLink } from 'lucide-react'
import { Badge, Scroller } from '../../ui/index.ts'
import type { OrderEntryModel, OrderModel } from './load-drill-down.server.ts'

const kinds = { order: 'Order', edit: 'Edit', refund: 'Refund', cancel: 'Cancellation' } as const
const lineTypes = {
  product: '',
  gift_card: 'Gift card',
  shipping: 'Shipping',
  charge: 'Charge',
  tip: 'Tip',
  adjustment: 'Adjustment',
} as const
const classes = {
  none: 'Free order',
  new: 'New customer',
  returning: 'Returning customer',
  unidentified: 'Unidentified buyer',
} as const
const columns = ['Gross', 'Discount', 'Tax', 'Total'] as const

/** One order with everything that was ever booked for it. */
export function OrderDetail({ order }: { readonly order: OrderModel }) {
  const facts = [
    ['Placed', order.placedAt],
    ['Status', order.status],
    ['Buyer', classes[order.customerClass]],
    ['Country', order.country],
    ['Paid with', order.gateway],
    ['Channel', order.salesChannel],
    ['Coupons', order.coupons.join(', ') || null],
  ].filter((fact): fact is [string, string] => Boolean(fact[1]))
  return (
    <div className="p-5">
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1.5 text-[13px]">
        {facts.map(([name, value]) => (
          <div className="contents" key={name}>
            <dt className="text-faint">{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {order.adminUrl && (
        <a
          className="mt-4 inline-flex items-center gap-1.5 rounded text-[13px] text-accent hover:underline"
          href={order.adminUrl}
          rel="noreferrer"
          target="_blank"
        >
          Open in the store <ExternalLink aria-hidden className="size-3.5" />
        </a>
      )}
      <h3 className="mt-6 font-semibold">What was booked</h3>
      <Scroller className="-mx-5 px-5" label="What was booked">
        <table className="mt-2 w-full text-[13px]">
          <thead className="text-left text-faint text-xs">
            <tr>
              <th className="py-1.5 font-normal" scope="col">
                Line
              </th>
              {columns.map((column) => (
                <th className="py-1.5 pl-3 text-right font-normal" key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <tr className="border-line border-y font-semibold">
              <th className="py-2 text-left" scope="row">
                Total
              </th>
              <Amounts cells={order.totals} />
            </tr>
            {order.entries.map((entry) => (
              <Entry entry={entry} key={entry.id} />
            ))}
          </tbody>
        </table>
      </Scroller>
      <p className="mt-3 text-faint text-xs">
        Amounts are in {order.currency}, without tax unless the column says so. Tips and gift cards are not part of
        revenue.
      </p>
    </div>
  )
}

function Entry({ entry }: { readonly entry: OrderEntryModel }) {
  const type = lineTypes[entry.lineType]
  return (
    <tr className="border-line border-b align-top">
      <th className="py-2 text-left font-normal" scope="row">
        {entry.title || type || 'Line'}{' '}
        {entry.lineType === 'product' && <span className="text-faint">× {entry.quantity}</span>}
        <span className="mt-0.5 flex flex-wrap items-center gap-1.5 text-faint text-xs">
          {entry.kind !== 'order' && <Badge tone="warn">{kinds[entry.kind]}</Badge>}
          {entry.kind !== 'order' && entry.bookedAt}
          {entry.title && type}
        </span>
      </th>
      <Amounts cells={entry.cells} />
    </tr>
  )
}

function Amounts({ cells }: { readonly cells: readonly string[] }) {
  return cells.map((cell, index) => (
    <td className="whitespace-nowrap py-2 pl-3 text-right" key={columns[index]}>
      {cell}
    </td>
  ))
}
