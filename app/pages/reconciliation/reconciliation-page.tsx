import { useEffect } from 'react'
import { Form, href, Link, useNavigation, useRevalidator } from 'react-router'
import { DateField } from '../../blocks/calendar/date-field.tsx'
import { Download, Scale } from '../../icons.ts'
import { ServerText } from '../../language/index.ts'
import { Badge, Button, buttonClass, Card, DataTable, EmptyState, Notice } from '../../ui/index.ts'
import type { ReconciliationModel } from './model.ts'
import { OpenDay } from './open-day.tsx'
import { useWords } from './words.ts'

const askEveryMs = 4_000

interface ReconciliationPageProps {
  readonly page: ReconciliationModel
  readonly domain: string
  readonly failure: string | undefined
}

/** Our figures beside the store's own report, with the reason for every cent between them. */
export function ReconciliationPage({ page, domain, failure }: ReconciliationPageProps) {
  const t = useWords()
  const isRunning = page.isAwaited || (page.last?.isRunning ?? false)
  useRunning(isRunning)
  return (
    <main className="mx-auto max-w-6xl px-4 py-6 sm:px-8 sm:py-8" id="content" tabIndex={-1}>
      <p className="mb-1 text-[13px]">
        <Link className="rounded text-soft hover:underline" to={href('/shop/:domain/integrations', { domain })}>
          {t('page.back')}
        </Link>
      </p>
      <h1 className="font-semibold text-2xl tracking-tight">{t('page.title')}</h1>
      <p className="mt-1 mb-6 max-w-prose text-pretty text-soft">
        {t('page.about')} {page.label && t('page.report', { report: page.label })}
      </p>
      <div className="grid grid-cols-1 gap-6">
        {failure && <Notice severity="serious">{failure}</Notice>}
        {page.last?.problem && (
          <Notice severity="warning">
            <ServerText>{page.last.problem}</ServerText>
          </Notice>
        )}
        {page.notes.map((note) => (
          <Notice key={note} severity="info">
            <ServerText>{note}</ServerText>
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
  const t = useWords()
  const { range, last, mayCompare, label, isAwaited } = page
  const isBusy = useNavigation().state === 'submitting'
  return (
    <Card className="p-4 sm:p-5">
      <div className="flex flex-wrap items-end gap-x-4 gap-y-3">
        <Form className="flex flex-wrap items-end gap-3" key={`${range.from} ${range.to}`} method="get">
          <DateField defaultValue={range.from} label={t('range.from')} max={range.latest} name="from" required />
          <DateField defaultValue={range.to} label={t('range.to')} max={range.latest} name="to" required />
          <Button type="submit" kind="secondary">
            {t('range.show')}
          </Button>
        </Form>
        {mayCompare && label !== null && (
          <Form method="post">
            <input name="from" type="hidden" value={range.from} />
            <input name="to" type="hidden" value={range.to} />
            <Button disabled={isAwaited || (last?.isRunning ?? false)} isBusy={isBusy} kind="primary" type="submit">
              {t('range.compare')}
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
        {isAwaited ? t('last.soon') : (last?.text ?? t('last.none'))} {page.summary}
      </p>
    </Card>
  )
}

function DaysTable({ page, domain }: PartProps) {
  const t = useWords()
  const { range } = page
  const here = href('/shop/:domain/integrations/reconciliation', { domain })
  return (
    <Card>
      <header className="px-4 py-3 sm:px-5">
        <h2 className="font-semibold text-[15px]">{t('days.title')}</h2>
        <p className="mt-0.5 text-[13px] text-faint">{t('days.note', { currency: page.currency })}</p>
      </header>
      <DataTable
        caption={t('days.caption')}
        columns={[
          { key: 'state', label: t('column.status'), isText: true },
          { key: 'difference', label: t('column.difference') },
          { key: 'sales', label: t('metric.totalSales') },
          { key: 'their-sales', label: t('column.store') },
          { key: 'net', label: t('column.net'), hint: t('column.netHint') },
          { key: 'orders', label: t('metric.orders') },
          { key: 'their-orders', label: t('column.store') },
          { key: 'because', label: t('column.reason'), isText: true, isLong: true },
        ]}
        labelHeader={{ label: t('column.day') }}
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
            <span className="block whitespace-normal text-soft sm:min-w-40 sm:max-w-xs" key="because">
              {day.because}
            </span>,
          ],
        }))}
      />
    </Card>
  )
}

function NothingYet({ page }: Pick<ReconciliationPageProps, 'page'>) {
  const t = useWords()
  if (page.label === null) {
    return (
      <EmptyState icon={Scale} title={t('page.none')}>
        {t('page.noneText')}
      </EmptyState>
    )
  }
  return (
    <EmptyState icon={Scale} title={t('page.notYet')}>
      {t('page.notYetText')} {page.mayCompare && t('page.notYetNow')}
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
