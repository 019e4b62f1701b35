import { href, Link } from 'react-router'
import { FiguresPage } from '../../blocks/figures-page/figures-page.tsx'
import { PartCard } from '../../blocks/figures-page/part-card.tsx'
import { FindRow } from '../../blocks/ledger-tables/find-row.tsx'
import { Download } from '../../icons.ts'
import type { Say } from '../../language/index.ts'
import { type SearchState, toSearch, withSearch } from '../../search/index.ts'
import { buttonClass, DataTable } from '../../ui/index.ts'
import type { loadOrdersScreen } from './load-orders.server.ts'
import type { OrderRowModel, OrdersModel } from './model.ts'
import { useWords, type WordKey } from './words.ts'

type Content = Awaited<ReturnType<typeof loadOrdersScreen>>

/** The orders of a period, the newest first, with what is left of each. */
export function OrdersScreen({ content: { page, orders, seesProfit } }: { readonly content: Content }) {
  const t = useWords()
  return (
    <main className="mx-auto max-w-[1600px] px-4 pb-12 sm:px-8" id="content" tabIndex={-1}>
      <FiguresPage page={page} title={t('page.title')}>
        <PartCard
          id="orders-heading"
          lines={12}
          note={t('list.note')}
          part={orders}
          title={t(seesProfit ? 'list.title' : 'list.plain')}
        >
          {(model) => <Orders domain={page.shop.domain} model={model} state={page.state} />}
        </PartCard>
      </FiguresPage>
    </main>
  )
}

interface OrdersProps {
  readonly model: OrdersModel
  readonly state: SearchState
  readonly domain: string
}

function Orders(props: OrdersProps) {
  const t = useWords()
  const { model, state, domain } = props
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3 px-4 py-3 sm:px-5">
        <Choices {...props} />
        <div className="flex flex-wrap items-center gap-2">
          <FindRow label={t('list.find')} state={state} />
          <a
            className={buttonClass('secondary', 'small')}
            download
            href={`${href('/shop/:domain/orders.csv', { domain })}${toSearch({ ...state, after: undefined })}`}
          >
            <Download aria-hidden className="size-3.5" /> CSV
          </a>
        </div>
      </div>
      {model.rows.length === 0 ? (
        <p className="border-line border-t p-8 text-center text-soft">
          {state.find ? t('list.notFound', { find: state.find }) : t('list.none')}
        </p>
      ) : (
        <DataTable
          caption={t('page.title')}
          columns={columnsOf(model, t)}
          labelHeader={{ label: t('column.order') }}
          rows={model.rows.map((row) => ({
            key: row.id,
            label: (
              <>
                <Link
                  className="block truncate rounded underline-offset-3 hover:underline"
                  to={href('/shop/:domain/orders/:order', { domain, order: row.id })}
                >
                  {row.name}
                </Link>
                <span className="block truncate text-faint text-xs">{row.placedAt}</span>
              </>
            ),
            cells: cellsOf(row, model, t),
          }))}
        />
      )}
      <Pages {...props} />
    </>
  )
}

/** Links that keep orders by what is left of them. */
function Choices({ model, state }: OrdersProps) {
  const t = useWords()
  return (
    <nav aria-label={t('list.shown')} className="flex max-w-full overflow-x-auto rounded-lg bg-hover p-0.5 text-[13px]">
      {model.choices.map(({ key }) => (
        <Link
          aria-current={key === model.chosen || undefined}
          className="touch-target inline-flex shrink-0 items-center rounded-md px-2.5 py-1 text-soft hover:text-ink focus-visible:-outline-offset-2 aria-current:bg-surface aria-current:font-medium aria-current:text-ink aria-current:shadow-xs"
          key={key ?? 'all'}
          preventScrollReset
          to={{ search: withSearch(state, { tab: key, after: undefined }) }}
        >
          {t(`choice.${key ?? 'all'}`)}
        </Link>
      ))}
    </nav>
  )
}

function columnsOf({ seesProfit }: OrdersModel, t: Say<WordKey>) {
  return [
    { key: 'paid', label: t('column.total'), hint: t('column.totalHint') },
    { key: 'netRevenue', label: t('column.net'), hint: t('column.netHint') },
    ...(seesProfit
      ? [
          { key: 'cm2', label: t('column.left'), hint: t('column.leftHint') },
          { key: 'margin', label: t('column.margin'), hint: t('column.marginHint') },
        ]
      : []),
    { key: 'units', label: t('column.items'), hint: t('column.itemsHint') },
    { key: 'state', label: t('column.status'), isText: true },
    { key: 'channel', label: t('column.channel'), isText: true },
  ]
}

function cellsOf(row: OrderRowModel, { seesProfit }: OrdersModel, t: Say<WordKey>) {
  const bad = row.isBelowZero ? 'text-bad' : ''
  return [
    <span key="paid">
      {row.paid}
      {row.returned && <span className="block text-faint text-xs">{t('row.refunded', { amount: row.returned })}</span>}
    </span>,
    row.netRevenue,
    ...(seesProfit
      ? [
          <span className={bad} key="cm2">
            {row.cm2}
          </span>,
          <span className={bad} key="margin">
            {row.margin}
          </span>,
        ]
      : []),
    row.units,
    <span dir="auto" key="state">
      {row.state}
    </span>,
    <span dir="auto" key="channel">
      {row.channel}
    </span>,
  ]
}

/** Lists go on from the last order shown, so there is no way back but to the beginning. */
function Pages({ model: { next, currency }, state }: OrdersProps) {
  const t = useWords()
  const look = 'touch-target inline-flex items-center rounded-lg border border-line px-3 py-1.5 hover:bg-hover'
  return (
    <footer className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-line border-t px-4 py-2.5 text-[13px] sm:px-5">
      <p className="text-faint">{t('list.currency', { currency })}</p>
      {(state.after || next) && (
        <nav aria-label={t('list.pages')} className="flex items-center gap-2">
          {state.after && (
            <Link className={look} to={{ search: withSearch(state, { after: undefined }) }}>
              {t('list.newest')}
            </Link>
          )}
          {next && (
            <Link className={look} to={{ search: withSearch(state, { after: next }) }}>
              {t('list.older')}
            </Link>
          )}
        </nav>
      )}
    </footer>
  )
}
