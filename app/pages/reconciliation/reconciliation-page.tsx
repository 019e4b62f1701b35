import { useEffect } from 'react'
import { Form, href, Link, useNavigation, useRevalidator } from 'react-router'
import { DateField } from '../../blocks/calendar/date-field.tsx'
import { Download, Scale } from '../../icons.ts'
import { Badge, Button, buttonClass, Card, DataTable, EmptyState, Notice } from '../../ui/index.ts'
import type { ReconciliationModel } from './model.ts'
import { OpenDay } from './open-day.tsx'

const askEveryMs = 4_000

interface ReconciliationPageProps {
  readonly page: ReconciliationModel
  readonly domain: string
  readonly failure: string | undefined
}

/** Our figures beside the store's own report, with the reason for every cent between them. */
export function ReconciliationPage({ page, domain, failure }: ReconciliationPageProps) {
  const isRunning = page.isAwaited || (page.last?.isRunning ?? false)
  useRunning(isRunning)
  return (
    <main className="mx-auto max-w-6xl px-4 py-6 sm:px-8 sm:py-8" id="content" tabIndex={-1}>
      <p className="mb-1 text-[13px]">
        <Link className="rounded text-soft hover:underline" to={href('/shop/:domain/integrations', { domain })}>
          Integrations
        </Link>
      </p>
      <h1 className="font-semibold text-2xl tracking-tight">Reconciliation</h1>
      <p className="mt-1 mb-6 max-w-prose text-pretty text-soft">
        Our figures beside the store’s own report{page.label ? ` (${page.label})` : ''}, compared every night order by
        order. Every difference has a reason, and the orders behind it.
      </p>
      <div className="grid grid-cols-1 gap-6">
        {failure && <Notice severity="serious">{failure}</Notice>}
        {page.last?.problem && <Notice severity="warning">{page.last.problem}</Notice>}
        {page.notes.map((note) => (
          <Notice key={note} severity="info">
            {note}
          </Notice>
        ))}
        <Days domain={domain} page={page} />
        {page.open && <OpenDay currency={page.currency} day={page.open} />}
        {page.days.length > 0 && <DaysTable domain={domain} page={page} />}
        {page.days.length === 0 && <NothingYet page={page} />}
      </div>
    </main>
  )
}

type PartProps = Pick<ReconciliationPageProps, 'page' | 'domain'>

/** The range, the age of the comparison, and a button to run it now. */
function Days({ page, domain }: PartProps) {
  const { range, last, mayCompare, label, isAwaited } = page
  const isBusy = useNavigation().state === 'submitting'
  return (
    <Card className="p-4 sm:p-5">
      <div className="flex flex-wrap items-end gap-x-4 gap-y-3">
        <Form className="flex flex-wrap items-end gap-3" key={`${range.from} ${range.to}`} method="get">
          <DateField defaultValue={range.from} label="First day" max={range.latest} name="from" required />
          <DateField defaultValue={range.to} label="Last day" max={range.latest} name="to" required />
          <Button type="submit" kind="secondary">
            Show
          </Button>
        </Form>
        {mayCompare && label !== null && (
          <Form method="post">
            <input name="from" type="hidden" value={range.from} />
            <input name="to" type="hidden" value={range.to} />
            <Button disabled={isAwaited || (last?.isRunning ?? false)} isBusy={isBusy} kind="primary" type="submit">
              Compare these days now
            </Button>
          </Form>
        )}
        {page.days.length > 0 && (
          <a
            className={buttonClass('secondary')}
            download
            href={`${href('/shop/:domain/integrations/reconciliation.csv', { domain })}?from=${range.from}&to=${range.to}`}
          >
            <Download aria-hidden className="size-4" /> CSV
          </a>
        )}
      </div>
      <p aria-live="polite" className="mt-3 text-[13px] text-soft">
        {isAwaited ? 'The comparison begins in a moment.' : (last?.text ?? 'These figures have not been compared yet.')}{' '}
        {page.summary}
      </p>
    </Card>
  )
}

function DaysTable({ page, domain }: PartProps) {
  const { range } = page
  const here = href('/shop/:domain/integrations/reconciliation', { domain })
  return (
    <Card>
      <header className="px-4 py-3 sm:px-5">
        <h2 className="font-semibold text-[15px]">By day</h2>
        <p className="mt-0.5 text-[13px] text-faint">
          Amounts in {page.currency}. A difference is the store’s figure less ours; open a day for its orders.
        </p>
      </header>
      <DataTable
        caption="Our figures and the store’s, by day"
        columns={[
          { key: 'state', label: 'State', isText: true },
          { key: 'difference', label: 'Difference' },
          { key: 'sales', label: 'Total sales' },
          { key: 'their-sales', label: 'Store' },
          { key: 'net', label: 'In net sales', hint: 'Difference of net sales, fees apart' },
          { key: 'orders', label: 'Orders' },
          { key: 'their-orders', label: 'Store' },
          { key: 'because', label: 'Because', isText: true, isLong: true },
        ]}
        labelHeader={{ label: 'Day' }}
        rows={page.days.map((day) => ({
          key: day.day,
          label: (
            <Link
              className="block truncate rounded underline-offset-3 hover:underline"
              to={`${here}?from=${range.from}&to=${range.to}&day=${day.day}#day`}
            >
              {day.label}
            </Link>
          ),
          cells: [
            <Badge key="state" tone={day.state.tone}>
              {day.state.label}
            </Badge>,
            day.difference,
            ...day.totalSales,
            <span className="text-soft" key="net">
              {day.netDifference}
            </span>,
            ...day.orders,
            <span className="text-soft" key="because">
              {day.because}
            </span>,
          ],
        }))}
      />
    </Card>
  )
}

function NothingYet({ page }: Pick<ReconciliationPageProps, 'page'>) {
  if (page.label === null) {
    return (
      <EmptyState icon={Scale} title="No store to compare with">
        Once a store that reports its own figures is connected, they stand here beside ours every morning.
      </EmptyState>
    )
  }
  return (
    <EmptyState icon={Scale} title="Nothing compared yet">
      The days are compared in the night after the history is imported.
      {page.mayCompare ? ' You can compare them now, too.' : ''}
    </EmptyState>
  )
}

/** Polls while a comparison is running and the page is visible. */
function useRunning(isRunning: boolean): void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void revalidate()
    }, askEveryMs)
    return () => clearInterval(timer)
  }, [isRunning, revalidate])
}
