import { Form, href, Link } from 'react-router'
import { DateField } from '../../blocks/calendar/date-field.tsx'
import { Download, History } from '../../icons.ts'
import { Button, buttonClass, Card, CardHeader, DataTable, EmptyState, Notice } from '../../ui/index.ts'
import type { ChangesModel } from './model.ts'

interface ChangesPageProps {
  readonly page: ChangesModel
  readonly domain: string
}

/** The change log of past figures: by how much they changed, when, and why. */
export function ChangesPage({ page, domain }: ChangesPageProps) {
  const { range, changes, moves, next, file, isFirst, mayOpen } = page
  const hasNone = changes.length + moves.length === 0
  return (
    <main className="mx-auto max-w-6xl px-4 py-6 sm:px-8 sm:py-8" id="content" tabIndex={-1}>
      <p className="mb-1 text-[13px]">
        <Link className="rounded text-soft hover:underline" to={href('/shop/:domain/integrations', { domain })}>
          Integrations
        </Link>
      </p>
      <h1 className="font-semibold text-2xl tracking-tight">Changes of past figures</h1>
      <p className="mt-1 mb-6 max-w-prose text-pretty text-soft">
        A day that is over can still move: a refund comes in late, an order is edited or deleted, a rule of counting is
        changed, an ad platform counts again, a visit or a buyer is recognised late. Each such move is kept here with
        its order, its ad account or its channels.
      </p>
      <div className="grid grid-cols-1 gap-6">
        <Form className="flex flex-wrap items-end gap-3" key={`${range.from} ${range.to}`} method="get">
          <DateField defaultValue={range.from} label="First day" max={range.latest} name="from" required />
          <DateField defaultValue={range.to} label="Last day" max={range.latest} name="to" required />
          <Button type="submit" kind="secondary">
            Show
          </Button>
          {file !== null && (
            <a
              className={buttonClass()}
              download
              href={href('/shop/:domain/integrations/number-changes.csv', { domain }) + file}
              title="Every change of these days as a file"
            >
              <Download aria-hidden className="size-4" />
              CSV
            </a>
          )}
        </Form>
        {!mayOpen && (
          <Notice severity="info">
            Your role shows figures, not single orders. An owner of the organisation can make you an analyst.
          </Notice>
        )}
        {moves.length > 0 && <Moves moves={moves} />}
        {changes.length > 0 && <ChangesTable page={page} />}
        {mayOpen && hasNone && (
          <EmptyState icon={History} title="Nothing moved">
            No figure of these days has changed since the days were over.
          </EmptyState>
        )}
        {(next !== null || !isFirst) && (
          <p className="flex gap-2">
            {!isFirst && (
              <Link className={buttonClass()} to={{ search: `?from=${range.from}&to=${range.to}` }}>
                First page
              </Link>
            )}
            {next !== null && (
              <Link className={buttonClass()} to={{ search: next }}>
                Next page
              </Link>
            )}
          </p>
        )}
      </div>
    </main>
  )
}

/** Attribution that moved between channels, in words. */
function Moves({ moves }: Pick<ChangesModel, 'moves'>) {
  return (
    <Card aria-labelledby="moves-heading">
      <CardHeader
        id="moves-heading"
        note="Revenue stays the same; who is credited with it changed"
        title="Credit between channels"
      />
      <ul className="px-4 pb-3 text-[13px] sm:px-5">
        {moves.map(({ id, orders, to, sentence, about }) => (
          <li className="border-line border-b py-2 last:border-b-0" key={id}>
            <Link className="rounded underline underline-offset-3" to={to}>
              {orders}
            </Link>{' '}
            {sentence}
            <span className="block text-faint text-xs">{about}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function ChangesTable({ page: { changes, currency } }: Pick<ChangesPageProps, 'page'>) {
  return (
    <Card>
      <p className="px-4 py-3 text-[13px] text-faint sm:px-5">
        What each order is worth to the figure on its day, in {currency}, before and after; what an ad account comes to
        on its day, in the account’s own currency. Days of ad accounts are listed once they had two days to settle.
      </p>
      <DataTable
        caption="Changes of past figures"
        columns={[
          { key: 'figure', label: 'Figure', isText: true },
          { key: 'reason', label: 'Reason', isText: true },
          { key: 'order', label: 'Order or account', isText: true },
          { key: 'before', label: 'Before' },
          { key: 'after', label: 'After' },
          { key: 'difference', label: 'Change' },
          { key: 'seen', label: 'Seen', isText: true },
        ]}
        labelHeader={{ label: 'Day' }}
        rows={changes.map((change) => ({
          key: change.id,
          label: change.day,
          cells: [
            change.figure,
            change.reason,
            change.to === null ? (
              change.name
            ) : (
              <Link className="rounded underline-offset-3 hover:underline" key="order" to={change.to}>
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
