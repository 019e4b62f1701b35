import { Link } from 'react-router'
import { Badge, Card, DataTable } from '../../ui/index.ts'
import type { OpenDayModel } from './model.ts'
import { useWords } from './words.ts'

interface OpenDayProps {
  readonly day: OpenDayModel
  readonly currency: string
}

/** One day: each figure, each reason, and the orders that differ. */
export function OpenDay({ day, currency }: OpenDayProps) {
  const t = useWords()
  return (
    <div className="grid scroll-mt-4 grid-cols-1 gap-6" id="day">
      <Card>
        <header className="px-4 py-3 sm:px-5">
          <h2 className="font-semibold text-[15px]">{day.label}</h2>
          <p className="mt-0.5 text-[13px] text-faint">{day.summary}</p>
        </header>
        <DataTable
          caption={t('day.caption', { day: day.label })}
          columns={[
            { key: 'ours', label: 'Tillsight' },
            { key: 'theirs', label: t('column.store') },
            { key: 'difference', label: t('column.difference') },
            { key: 'expected', label: t('column.expected'), hint: t('column.expectedHint') },
          ]}
          labelHeader={{ label: t('column.metric') }}
          rows={day.figures.map(({ key, label, ours, expected, theirs, difference }) => ({
            key,
            label,
            cells: [
              ours,
              theirs,
              difference,
              expected ?? (
                <span className="text-faint" key="same">
                  {t('day.same')}
                </span>
              ),
            ],
          }))}
        />
      </Card>
      {day.reasons.length > 0 && <Reasons day={day} />}
      {day.orders && day.orders.length > 0 && <Orders currency={currency} day={day} />}
      {day.orders === null && day.reasons.some(({ orders }) => orders > 0) && (
        <p className="text-[13px] text-soft">{t('day.closed')}</p>
      )}
    </div>
  )
}

function Reasons({ day }: Pick<OpenDayProps, 'day'>) {
  const t = useWords()
  return (
    <Card>
      <h2 className="px-4 pt-3.5 font-semibold text-[15px] sm:px-5">{t('reasons.title')}</h2>
      <ul className="divide-y divide-line">
        {day.reasons.map((reason) => (
          <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-1 px-4 py-3 sm:px-5" key={reason.key}>
            <div className="min-w-0 flex-1 basis-72">
              <h3 className="flex flex-wrap items-center gap-2 font-medium">
                {reason.title}
                {reason.needsLook && <Badge tone="warn">{t('state.differs')}</Badge>}
                {reason.orders > 0 && (
                  <span className="font-normal text-[13px] text-faint">
                    {t('reasons.orders', { count: reason.orders })}
                  </span>
                )}
              </h3>
              <p className="mt-0.5 max-w-prose text-pretty text-[13px] text-soft">{reason.meaning}</p>
            </div>
            <dl className="grid grid-cols-2 gap-x-5 text-end text-[13px] tabular">
              <div>
                <dt className="text-faint text-xs">{t('metric.totalSales')}</dt>
                <dd>{reason.total}</dd>
              </div>
              <div>
                <dt className="text-faint text-xs">{t('metric.netSales')}</dt>
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
  const t = useWords()
  const orders = day.orders ?? []
  return (
    <Card>
      <header className="px-4 py-3 sm:px-5">
        <h2 className="font-semibold text-[15px]">{t('orders.title')}</h2>
        <p className="mt-0.5 text-[13px] text-faint">
          {t('orders.note', { currency })} {day.moreOrders > 0 && t('orders.more', { count: day.moreOrders })}
        </p>
      </header>
      <DataTable
        caption={t('orders.caption', { day: day.label })}
        columns={[
          { key: 'reason', label: t('column.reason'), isText: true },
          { key: 'ours', label: 'Tillsight' },
          { key: 'theirs', label: t('column.store') },
          { key: 'difference', label: t('column.difference') },
        ]}
        labelHeader={{ label: t('column.order') }}
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
