import { Form, Link, useNavigation } from 'react-router'
import { ServerText } from '../../language/index.ts'
import { Badge, Button, buttonClass, Card, CardHeader, DataTable } from '../../ui/index.ts'
import type { LogModel, LogRow } from './model.ts'
import { useWords } from './words.ts'

interface LogCardProps {
  readonly log: LogModel
  readonly name: string
  readonly mayResend: boolean
}

/** All orders with their delivery state. */
export function LogCard({ log, name, mayResend }: LogCardProps) {
  const t = useWords()
  const { filters, rows, pages, failed } = log
  return (
    <Card aria-labelledby="log-heading">
      <CardHeader id="log-heading" note={t('log.note', { name })} title={t('log.title')}>
        <div className="flex flex-wrap items-center gap-2">
          {mayResend && failed > 0 && <ResendAll />}
          {rows.length > 0 && (
            <a className={buttonClass('secondary', 'small')} download href={log.fileTo}>
              {t('log.file')}
            </a>
          )}
        </div>
      </CardHeader>
      <nav aria-label={t('log.filters')} className="flex flex-wrap gap-1.5 px-4 py-3.5 sm:px-5">
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
        <p className="border-line border-t px-4 py-6 text-soft sm:px-5">{t('log.empty')}</p>
      ) : (
        <DataTable
          caption={t('log.caption')}
          columns={[
            { key: 'state', label: t('check.state'), isText: true },
            { key: 'value', label: t('log.value') },
            { key: 'when', label: t('log.when'), isText: true },
            { key: 'keys', label: t('log.keys'), isText: true },
            ...(mayResend ? [{ key: 'again', label: t('log.again'), isText: true }] : []),
          ]}
          labelHeader={{ label: t('log.order') }}
          rows={rows.map((row) => ({ key: row.order, label: <Label row={row} />, cells: cellsOf(row, mayResend) }))}
        />
      )}
      {pages.text !== null && (
        <nav
          aria-label={t('log.pages')}
          className="flex items-center gap-3 border-line border-t px-4 py-3 text-[13px] sm:px-5"
        >
          {pages.before !== null && (
            <Link className={buttonClass('secondary', 'small')} preventScrollReset to={`${pages.before}#orders`}>
              {t('log.later')}
            </Link>
          )}
          <span className="text-soft">{pages.text}</span>
          {pages.after !== null && (
            <Link className={buttonClass('secondary', 'small')} preventScrollReset to={`${pages.after}#orders`}>
              {t('log.earlier')}
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
      {row.note !== '' && (
        <span className="mt-1 block text-soft">
          <ServerText>{row.note}</ServerText>
        </span>
      )}
      {row.attempts !== '' && <span className="mt-1 block text-soft">{row.attempts}</span>}
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
  const label = useWords()(`resend.${again}`)
  return (
    <Form action="#orders" method="post" preventScrollReset>
      <input name="order" type="hidden" value={row.order} />
      <Button aria-label={`${label}: ${row.name}`} name="intent" size="small" type="submit" value="resend">
        {label}
      </Button>
    </Form>
  )
}

function ResendAll() {
  const t = useWords()
  const isBusy = useNavigation().formData?.get('intent') === 'resend'
  return (
    <Form action="#orders" method="post" preventScrollReset>
      <Button isBusy={isBusy} name="intent" size="small" type="submit" value="resend">
        {t('log.resendAll')}
      </Button>
    </Form>
  )
}
