import { Link } from 'react-router'
import { Badge, Card, CardHeader, Scroller } from '../../ui/index.ts'
import type { BillingModel, InvoiceModel } from './model.ts'
import { useBillingWords } from './words.ts'

const columns = ['inv.date', 'inv.number', 'inv.amount', 'inv.state', 'inv.links'] as const

/** Invoices, the newest first; they are looked at and paid at the payment service. */
export function InvoicesCard({
  invoices: { items, older },
}: {
  readonly invoices: NonNullable<BillingModel['invoices']>
}) {
  const t = useBillingWords()
  return (
    <Card aria-labelledby="invoices-heading" className="pb-4">
      <CardHeader id="invoices-heading" title={t('inv.title')} />
      {items.length === 0 ? (
        <p className="mt-2 px-4 text-soft sm:px-5">{t('inv.none')}</p>
      ) : (
        <Scroller className="mt-2" label={t('inv.list')}>
          <table className="w-full text-start">
            <thead className="text-[13px] text-soft">
              <tr>
                {columns.map((column) => (
                  <th className="px-4 py-2 text-start font-medium sm:px-5" key={column} scope="col">
                    {t(column)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody className="divide-y divide-line border-line border-t">
              {items.map((invoice) => (
                <InvoiceRow invoice={invoice} key={invoice.id} />
              ))}
            </tbody>
          </table>
        </Scroller>
      )}
      {older !== null && (
        <p className="mt-3 px-4 sm:px-5">
          <Link className="underline underline-offset-2" to={older}>
            {t('inv.older')}
          </Link>
        </p>
      )}
    </Card>
  )
}

function InvoiceRow({
  invoice: { day, number, amount, state, page, pdf, isOpen },
}: {
  readonly invoice: InvoiceModel
}) {
  const t = useBillingWords()
  return (
    <tr>
      <td className="whitespace-nowrap px-4 py-2.5 sm:px-5">{day}</td>
      <th className="whitespace-nowrap px-4 py-2.5 text-start font-normal sm:px-5" dir="auto" scope="row">
        {number}
      </th>
      <td className="whitespace-nowrap px-4 py-2.5 tabular sm:px-5">{amount}</td>
      <td className="px-4 py-2.5 sm:px-5">
        <Badge tone={state.tone}>{state.label}</Badge>
      </td>
      <td className="whitespace-nowrap px-4 py-2.5 sm:px-5">
        <span className="flex gap-3">
          {page !== null && (
            <a className="underline underline-offset-2" href={page} rel="noreferrer">
              {t(isOpen ? 'inv.pay' : 'inv.view')} <span className="sr-only">{number}</span>
            </a>
          )}
          {pdf !== null && (
            <a className="underline underline-offset-2" href={pdf} rel="noreferrer">
              PDF <span className="sr-only">{number}</span>
            </a>
          )}
        </span>
      </td>
    </tr>
  )
}
