import { Form, Link, useNavigation } from 'react-router'
import { Badge, Button, buttonClass, Card, CardHeader, DataTable } from '../../ui/index.ts'
import type { LogModel, LogRow } from './model.ts'

interface LogCardProps {
  readonly log: LogModel
  readonly name: string
  readonly mayResend: boolean
}

/** All orders with their delivery state. */
export function LogCard({ log, name, mayResend }: LogCardProps) {
  const { filters, rows, pages, failed } = log
  return (
    <Card aria-labelledby="log-heading">
      <CardHeader id="log-heading" note={`What ${name} answered; nothing personal is kept here.`} title="Delivery log">
        <div className="flex flex-wrap items-center gap-2">
          {mayResend && failed > 0 && <ResendAll />}
          {rows.length > 0 && (
            <a className={buttonClass('secondary', 'small')} download href={log.fileTo}>
              Download as CSV
            </a>
          )}
        </div>
      </CardHeader>
      <nav aria-label="Orders by what became of them" className="flex flex-wrap gap-1.5 px-4 py-3.5 sm:px-5">
        {filters.map(({ key, label, count, to, isCurrent }) => (
          <Link
            aria-current={isCurrent ? 'true' : undefined}
            className={`touch-target inline-flex items-center gap-1.5 rounded-md px-2.5 py-1 text-[13px] ${isCurrent ? 'bg-hover font-medium text-ink' : 'text-soft hover:bg-hover'}`}
            key={key}
            preventScrollReset
            to={`${to}#orders`}
          >
            {label} <span className="text-faint tabular">{count}</span>
          </Link>
        ))}
      </nav>
      {rows.length === 0 ? (
        <p className="border-line border-t px-4 py-6 text-soft sm:px-5">
          No order here. New ones appear a minute after they are in the figures.
        </p>
      ) : (
        <DataTable
          caption="Orders, the latest first"
          columns={[
            { key: 'state', label: 'State', isText: true },
            { key: 'value', label: 'Value sent' },
            { key: 'when', label: 'When', isText: true },
            { key: 'keys', label: 'Recognised by', isText: true },
            ...(mayResend ? [{ key: 'again', label: 'Again', isText: true }] : []),
          ]}
          labelHeader={{ label: 'Order' }}
          rows={rows.map((row) => ({ key: row.order, label: <Label row={row} />, cells: cellsOf(row, mayResend) }))}
        />
      )}
      {pages.text !== null && (
        <nav
          aria-label="Pages of the delivery log"
          className="flex items-center gap-3 border-line border-t px-4 py-3 text-[13px] sm:px-5"
        >
          {pages.before !== null && (
            <Link className={buttonClass('secondary', 'small')} preventScrollReset to={`${pages.before}#orders`}>
              Later
            </Link>
          )}
          <span className="text-soft">{pages.text}</span>
          {pages.after !== null && (
            <Link className={buttonClass('secondary', 'small')} preventScrollReset to={`${pages.after}#orders`}>
              Earlier
            </Link>
          )}
        </nav>
      )}
    </Card>
  )
}

function Label({ row }: { readonly row: LogRow }) {
  return (
    <>
      <span className="block font-medium">{row.name}</span>
      <span className="block text-faint text-xs">{row.placed}</span>
    </>
  )
}

function cellsOf(row: LogRow, mayResend: boolean) {
  return [
    <span className="block max-w-md whitespace-normal max-sm:min-w-52" key="state">
      <Badge tone={row.state.tone}>{row.state.label}</Badge>
      {row.note !== '' && <span className="mt-1 block text-soft">{row.note}</span>}
    </span>,
    row.value,
    row.when,
    <span className="block max-w-64 whitespace-normal max-sm:min-w-36" key="keys">
      {row.keys}
    </span>,
    ...(mayResend ? [row.again === null ? '' : <Resend again={row.again} key="again" row={row} />] : []),
  ]
}

function Resend({ row, again }: { readonly row: LogRow; readonly again: NonNullable<LogRow['again']> }) {
  return (
    <Form action="#orders" method="post" preventScrollReset>
      <input name="order" type="hidden" value={row.order} />
      <Button aria-label={`${again}: ${row.name}`} name="intent" size="small" type="submit" value="resend">
        {again}
      </Button>
    </Form>
  )
}

function ResendAll() {
  const isBusy = useNavigation().formData?.get('intent') === 'resend'
  return (
    <Form action="#orders" method="post" preventScrollReset>
      <Button isBusy={isBusy} name="intent" size="small" type="submit" value="resend">
        Send all refused and given up again
      </Button>
    </Form>
  )
}
