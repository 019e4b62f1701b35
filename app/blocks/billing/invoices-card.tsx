import { Link } from 'react-router'
import { Badge, Card, CardHeader, DataTable } from '../../ui/index.ts'
import type { BillingModel, InvoiceModel } from './model.ts'
import { useBillingWords } from './words.ts'

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
        <DataTable
          caption={t('inv.list')}
          columns={[
            { key: 'date', label: t('inv.date'), isText: true },
            { key: 'amount', label: t('inv.amount') },
            { key: 'state', label: t('inv.state'), isText: true },
            { key: 'links', label: t('inv.links'), isText: true },
          ]}
          labelHeader={{ label: t('inv.number') }}
          rows={items.map((invoice) => ({
            key: invoice.id,
            label: <bdi>{invoice.number}</bdi>,
            cells: [
              invoice.day,
              invoice.amount,
              <Badge key="state" tone={invoice.state.tone}>
                {invoice.state.label}
              </Badge>,
              <InvoiceLinks invoice={invoice} key="links" />,
            ],
          }))}
        />
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

function InvoiceLinks({ invoice: { number, page, pdf, isOpen } }: { readonly invoice: InvoiceModel }) {
  const t = useBillingWords()
  return (
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
  )
}
