import { Form, href, Link } from 'react-router'
import { DateField } from '../../blocks/calendar/date-field.tsx'
import { ArrowRight, Download, History } from '../../icons.ts'
import { Button, buttonClass, Card, CardHeader, DataTable, EmptyState, Notice } from '../../ui/index.ts'
import type { ChangesModel } from './model.ts'
import { useWords } from './words.ts'

interface ChangesPageProps {
  readonly page: ChangesModel
  readonly domain: string
}

/** The change log of past figures: by how much they changed, when, and why. */
export function ChangesPage({ page, domain }: ChangesPageProps) {
  const t = useWords()
  const { range, changes, moves, next, file, isFirst, mayOpen } = page
  const hasNone = changes.length + moves.length === 0
  return (
    <main className="mx-auto max-w-6xl px-4 py-6 sm:px-8 sm:py-8" id="content" tabIndex={-1}>
      <p className="mb-1 text-[13px]">
        <Link className="rounded text-soft hover:underline" to={href('/shop/:domain/integrations', { domain })}>
          {t('page.back')}
        </Link>
      </p>
      <h1 className="font-semibold text-2xl tracking-tight">{t('page.title')}</h1>
      <p className="mt-1 mb-6 max-w-prose text-pretty text-soft">{t('page.about')}</p>
      <div className="grid grid-cols-1 gap-6">
        <Form className="flex flex-wrap items-end gap-3" key={`${range.from} ${range.to}`} method="get">
          <DateField defaultValue={range.from} label={t('range.from')} max={range.latest} name="from" required />
          <DateField defaultValue={range.to} label={t('range.to')} max={range.latest} name="to" required />
          <Button type="submit" kind="secondary">
            {t('range.show')}
          </Button>
          {file !== null && (
            <a
              className={buttonClass()}
              download
              href={href('/shop/:domain/integrations/number-changes.csv', { domain }) + file}
              title={t('range.file')}
            >
              <Download aria-hidden className="size-4" />
              CSV
            </a>
          )}
        </Form>
        {!mayOpen && <Notice severity="info">{t('page.closed')}</Notice>}
        {moves.length > 0 && <Moves moves={moves} />}
        {changes.length > 0 && <ChangesTable page={page} />}
        {mayOpen && hasNone && (
          <EmptyState icon={History} title={t('page.none')}>
            {t('page.noneText')}
          </EmptyState>
        )}
        {(next !== null || !isFirst) && (
          <p className="flex gap-2">
            {!isFirst && (
              <Link className={buttonClass()} to={{ search: `?from=${range.from}&to=${range.to}` }}>
                {t('page.first')}
              </Link>
            )}
            {next !== null && (
              <Link className={buttonClass()} to={{ search: next }}>
                {t('page.next')}
              </Link>
            )}
          </p>
        )}
      </div>
    </main>
  )
}

/** Attribution that moved between channels: which way, and how much. */
function Moves({ moves }: Pick<ChangesModel, 'moves'>) {
  const t = useWords()
  return (
    <Card>
      <CardHeader id="moves-heading" note={t('moves.note')} title={t('moves.title')} />
      <DataTable
        caption={t('moves.title')}
        columns={[
          { key: 'orders', label: t('column.orders') },
          { key: 'amount', label: t('column.amount') },
          { key: 'direction', label: t('column.direction'), isText: true },
          { key: 'reason', label: t('column.reason'), isText: true, isLong: true },
          { key: 'seen', label: t('column.detected'), isText: true },
        ]}
        labelHeader={{ label: t('column.day') }}
        rows={moves.map(({ id, day, orders, to, amount, from, into, reason, rules, seen }) => ({
          key: id,
          label: day,
          cells: [
            <Link className="rounded underline underline-offset-3" key="orders" to={to}>
              {orders}
            </Link>,
            amount,
            <span className="inline-flex flex-wrap items-center gap-1.5" key="direction">
              <bdi>{from}</bdi>
              <ArrowRight aria-hidden className="size-3.5 text-faint rtl:-scale-x-100" />
              <bdi>{into}</bdi>
            </span>,
            <span className="block whitespace-normal" key="reason">
              {reason}
              <span className="block text-faint text-xs">{rules}</span>
            </span>,
            seen,
          ],
        }))}
      />
    </Card>
  )
}

function ChangesTable({ page: { changes, currency } }: Pick<ChangesPageProps, 'page'>) {
  const t = useWords()
  return (
    <Card>
      <p className="px-4 py-3 text-[13px] text-faint sm:px-5">{t('changes.note', { currency })}</p>
      <DataTable
        caption={t('page.title')}
        columns={[
          { key: 'figure', label: t('column.metric'), isText: true },
          { key: 'reason', label: t('column.reason'), isText: true },
          { key: 'order', label: t('column.source'), isText: true },
          { key: 'before', label: t('column.before') },
          { key: 'after', label: t('column.after') },
          { key: 'difference', label: t('column.change') },
          { key: 'seen', label: t('column.detected'), isText: true },
        ]}
        labelHeader={{ label: t('column.day') }}
        rows={changes.map((change) => ({
          key: change.id,
          label: change.day,
          cells: [
            change.figure,
            change.reason,
            change.to === null ? (
              <span dir="auto" key="order">
                {change.name}
              </span>
            ) : (
              <Link className="rounded underline-offset-3 hover:underline" dir="auto" key="order" to={change.to}>
                {change.name}
              </Link>
            ),
            change.before,
            change.after,
            change.difference,
            change.seen,
          ],
        }))}
      />
    </Card>
  )
}
