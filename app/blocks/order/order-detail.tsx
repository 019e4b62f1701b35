import { ExternalLink } from '../../icons.ts'
import { useText } from '../../language/index.ts'
import { Badge, DataTable, ProductPicture } from '../../ui/index.ts'
import type { LeftModel, OrderEntryModel, OrderModel } from './load-order.server.ts'

const kinds = { edit: 'why.edit', refund: 'why.refund', cancel: 'why.cancel', dispute: 'order.dispute' } as const
const lineTypes = {
  product: undefined,
  gift_card: 'order.gift_card',
  shipping: 'order.shipping',
  charge: 'order.charge',
  tip: 'order.tip',
  adjustment: 'order.adjustment',
} as const
const classes = {
  none: 'order.free',
  new: 'order.new_customer',
  returning: 'order.returning_customer',
  unidentified: 'order.unidentified',
} as const
const columns = ['order.gross', 'order.discount', 'order.tax', 'order.total'] as const

/** One order with all its ledger rows. */
export function OrderDetail({ order }: { readonly order: OrderModel }) {
  const t = useText()
  const facts = [
    [t('order.placed'), order.placedAt],
    [t('order.status'), order.status],
    [t('order.buyer'), t(classes[order.customerClass])],
    [t('order.country'), order.country],
    [t('order.paid_with'), order.gateway],
    [t('order.channel'), order.salesChannel],
    [t('order.coupons'), order.coupons.join(', ') || null],
    [t('order.dispute'), order.disputes || null],
  ].filter((fact): fact is [string, string] => Boolean(fact[1]))
  return (
    <div className="p-5">
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1.5 text-[13px]">
        {facts.map(([name, value]) => (
          <div className="contents" key={name}>
            <dt className="text-faint">{name}</dt>
            <dd dir="auto" className="text-match-parent">
              {value}
            </dd>
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
          {t('order.open_in_store')} <ExternalLink aria-hidden className="size-3.5 rtl:-scale-x-100" />
        </a>
      )}
      {order.left && <Left steps={order.left} />}
      <h3 className="mt-6 font-semibold">{t('order.entries')}</h3>
      <div className="-mx-4 mt-1 sm:-mx-5">
        <DataTable
          caption={t('order.entries')}
          columns={columns.map((column) => ({ key: column, label: t(column) }))}
          labelHeader={{ label: t('order.line') }}
          rows={order.entries.map((entry) => ({
            key: entry.id,
            label: <EntryLabel entry={entry} />,
            cells: entry.cells,
          }))}
          total={{ label: t('order.total'), cells: order.totals }}
        />
      </div>
      <p className="mt-3 text-faint text-xs">{t('order.amounts', { currency: order.currency })}</p>
    </div>
  )
}

/** From what the buyer paid to what is left, as a running sum. */
function Left({ steps }: { readonly steps: readonly LeftModel[] }) {
  const t = useText()
  return (
    <>
      <h3 className="mt-6 font-semibold">{t('order.left')}</h3>
      <table aria-label={t('order.left')} className="mt-2 w-full text-[13px]">
        <thead className="text-faint text-xs">
          <tr>
            <th className="py-1.5 text-start font-normal" scope="col">
              {t('order.step')}
            </th>
            <th className="py-1.5 ps-3 text-end font-normal" scope="col">
              {t('order.amount')}
            </th>
            <th className="py-1.5 ps-3 text-end font-normal" scope="col">
              {t('order.left_after')}
            </th>
          </tr>
        </thead>
        <tbody>
          {steps.map(({ name, about, amount, left, isSum }) => (
            <tr className={`border-line border-b align-top ${isSum ? 'font-semibold' : ''}`} key={name}>
              <th className={`py-2 text-start ${isSum ? '' : 'font-normal'}`} colSpan={isSum ? 2 : 1} scope="row">
                {name}
                {about && <span className="block font-normal text-faint text-xs">{about}</span>}
              </th>
              {!isSum && <td className="whitespace-nowrap py-2 ps-3 text-end tabular">{amount}</td>}
              <td className="whitespace-nowrap py-2 ps-3 text-end tabular">{left}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

function EntryLabel({ entry }: { readonly entry: OrderEntryModel }) {
  const t = useText()
  const key = lineTypes[entry.lineType]
  const type = key && t(key)
  return (
    <span className="flex gap-2.5">
      {entry.lineType === 'product' && <ProductPicture address={entry.picture} name={entry.title} />}
      <span className="min-w-0">
        {entry.title || type || t('order.line')}{' '}
        {entry.lineType === 'product' && <span className="text-faint">× {entry.quantity}</span>}
        <span className="mt-0.5 flex flex-wrap items-center gap-1.5 text-faint text-xs">
          {entry.kind !== 'order' && <Badge tone="warn">{t(kinds[entry.kind])}</Badge>}
          {entry.kind !== 'order' && entry.bookedAt}
          {entry.title && type}
          {entry.cost && <span>{entry.cost}</span>}
        </span>
      </span>
    </span>
  )
}
