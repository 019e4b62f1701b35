import { Link } from 'react-router'
import { Badge, Card, DataTable } from '../../ui/index.ts'
import type { OpenDayModel } from './model.ts'

interface OpenDayProps {
  readonly day: OpenDayModel
  readonly currency: string
}

/** One day: each figure, each reason, and the orders that differ. */
export function OpenDay({ day, currency }: OpenDayProps) {
  return (
    <div className="grid scroll-mt-4 grid-cols-1 gap-6" id="day">
      <Card>
        <header className="px-4 py-3 sm:px-5">
          <h2 className="font-semibold text-[15px]">{day.label}</h2>
          <p className="mt-0.5 text-[13px] text-faint">{day.summary}</p>
        </header>
        <DataTable
          caption={`Figures of ${day.label}`}
          columns={[
            { key: 'ours', label: 'Ours' },
            { key: 'theirs', label: 'Store' },
            { key: 'difference', label: 'Difference' },
            { key: 'expected', label: 'In the store’s terms', hint: 'What the store should report for our orders' },
          ]}
          labelHeader={{ label: 'Figure' }}
          rows={day.figures.map(({ key, label, ours, expected, theirs, difference }) => ({
            key,
            label,
            cells: [
              ours,
              theirs,
              difference,
              expected ?? (
                <span className="text-faint" key="same">
                  the same
                </span>
              ),
            ],
          }))}
        />
      </Card>
      {day.reasons.length > 0 && <Reasons day={day} />}
      {day.orders && day.orders.length > 0 && <Orders currency={currency} day={day} />}
      {day.orders === null && day.reasons.some(({ orders }) => orders > 0) && (
        <p className="text-[13px] text-soft">
          Your role shows figures, not single orders. An owner of the organisation can make you an analyst.
        </p>
      )}
    </div>
  )
}

function Reasons({ day }: Pick<OpenDayProps, 'day'>) {
  return (
    <Card>
      <h2 className="px-4 pt-3.5 font-semibold text-[15px] sm:px-5">Reasons</h2>
      <ul className="divide-y divide-line">
        {day.reasons.map((reason) => (
          <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-1 px-4 py-3 sm:px-5" key={reason.key}>
            <div className="min-w-0 flex-1 basis-72">
              <h3 className="flex flex-wrap items-center gap-2 font-medium">
                {reason.title}
                {reason.needsLook && <Badge tone="warn">Needs a look</Badge>}
                {reason.orders > 0 && (
                  <span className="font-normal text-[13px] text-faint">
                    {reason.orders} {reason.orders === 1 ? 'order' : 'orders'}
                  </span>
                )}
              </h3>
              <p className="mt-0.5 max-w-prose text-pretty text-[13px] text-soft">{reason.meaning}</p>
            </div>
            <dl className="grid grid-cols-2 gap-x-5 text-end text-[13px] tabular">
              <div>
                <dt className="text-faint text-xs">Total sales</dt>
                <dd>{reason.total}</dd>
              </div>
              <div>
                <dt className="text-faint text-xs">Net sales</dt>
                <dd>{reason.net}</dd>
              </div>
            </dl>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Orders({ day, currency }: OpenDayProps) {
  const orders = day.orders ?? []
  return (
    <Card>
      <header className="px-4 py-3 sm:px-5">
        <h2 className="font-semibold text-[15px]">Orders that differ</h2>
        <p className="mt-0.5 text-[13px] text-faint">
          In {currency}. An order leads to its lines here.
          {day.moreOrders > 0 ? ` ${day.moreOrders} more differ and are not listed.` : ''}
        </p>
      </header>
      <DataTable
        caption={`Orders that differ on ${day.label}`}
        columns={[
          { key: 'reason', label: 'Reason', isText: true },
          { key: 'ours', label: 'Ours' },
          { key: 'theirs', label: 'Store' },
          { key: 'difference', label: 'Difference' },
        ]}
        labelHeader={{ label: 'Order' }}
        rows={orders.map((order) => ({
          key: order.key,
          label: order.to ? (
            <Link className="rounded underline-offset-3 hover:underline" to={order.to}>
              {order.name}
            </Link>
          ) : (
            order.name
          ),
          cells: [order.reason, order.ours, order.theirs, order.difference],
        }))}
      />
    </Card>
  )
}
