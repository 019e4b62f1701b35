import { Link } from 'react-router'
import { type MessageKey, useText } from '../../language/index.ts'
import { type SearchState, withSearch } from '../../search/index.ts'
import { Badge, Skeleton } from '../../ui/index.ts'
import type { AdDrillDownRow, DrillDownModel, DrillDownRow } from './load-drill-down.server.ts'

const kinds: Readonly<Record<string, MessageKey>> = {
  edit: 'why.edit',
  refund: 'why.refund',
  cancel: 'why.cancel',
  dispute: 'why.dispute',
}

interface DrillDownProps {
  readonly list: DrillDownModel
  readonly state: SearchState
}

/** The orders, refunds and edits behind a figure; their contributions add up to it. */
export function DrillDown({ list, state }: DrillDownProps) {
  const t = useText()
  return (
    <section aria-labelledby="behind-heading" className="mt-7">
      <h3 className="font-semibold text-[15px]" id="behind-heading">
        {t('why.behind')}
      </h3>
      {list.rows.length + (list.ads?.length ?? 0) === 0 ? (
        <p className="py-10 text-center text-soft">{t(list.hasValue ? 'why.nothing' : 'why.no_value')}</p>
      ) : (
        <Contributions list={list} state={state} />
      )}
    </section>
  )
}

function Contributions({ list, state }: DrillDownProps) {
  const t = useText()
  const isOfAds = list.rows.length === 0
  return (
    <>
      <table className="mt-2 w-full text-[13px]">
        <caption className="sr-only">{list.label}</caption>
        <thead className="text-start text-faint text-xs">
          <tr>
            <th className="py-1.5 font-normal" scope="col">
              {t(isOfAds ? 'why.ad' : 'why.order')}
            </th>
            <th className="py-1.5 font-normal max-sm:hidden" scope="col">
              {t(isOfAds ? 'why.day' : 'why.booked')}
            </th>
            {list.columns.map((column) => (
              <th className="py-1.5 ps-3 text-end font-normal" key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr className="border-line border-y font-semibold">
            <th className="py-2 text-start font-semibold" scope="row">
              {t('why.total')}
            </th>
            <td className="py-2 font-normal text-faint max-sm:hidden">{t('why.rows.other', { count: list.count })}</td>
            {list.totals.map((total, index) => (
              <td className="py-2 ps-3 text-end" key={list.columns[index]}>
                {total}
              </td>
            ))}
          </tr>
          {list.rows.map((row) => (
            <Contribution columns={list.columns} key={row.id} row={row} state={state} />
          ))}
          {list.ads?.map((row) => (
            <AdContribution columns={list.columns} key={row.id} row={row} />
          ))}
        </tbody>
      </table>
      <Pages list={list} state={state} />
    </>
  )
}

interface ContributionProps {
  readonly row: DrillDownRow
  readonly columns: readonly string[]
  readonly state: SearchState
}

function Contribution({ row, columns, state }: ContributionProps) {
  const t = useText()
  const kind = kinds[row.kind]
  return (
    <tr className="border-line border-b align-top">
      <th className="py-2 text-start font-normal" scope="row">
        <Link
          className="font-medium underline decoration-line underline-offset-3 hover:decoration-current"
          preventScrollReset
          to={{ search: withSearch(state, { order: row.orderId }) }}
        >
          {row.orderName}
        </Link>{' '}
        {kind && <Badge tone="warn">{t(kind)}</Badge>}
        <span className="block max-w-64 truncate max-sm:max-w-[38vw] text-faint text-match-parent text-xs" dir="auto">
          {row.about}
        </span>
        <span className="block text-faint text-xs sm:hidden">{row.bookedAt}</span>
      </th>
      <td className="whitespace-nowrap py-2 text-soft max-sm:hidden">{row.bookedAt}</td>
      {row.cells.map((cell, index) => (
        <td className="whitespace-nowrap py-2 ps-3 text-end" key={columns[index]}>
          {cell}
        </td>
      ))}
    </tr>
  )
}

function AdContribution({ row, columns }: { readonly row: AdDrillDownRow; readonly columns: readonly string[] }) {
  return (
    <tr className="border-line border-b align-top">
      <th className="py-2 text-start font-normal" scope="row">
        <span className="block max-w-64 truncate max-sm:max-w-[38vw] font-medium text-match-parent" dir="auto">
          {row.name}
        </span>
        <span className="block max-w-64 truncate max-sm:max-w-[38vw] text-faint text-match-parent text-xs" dir="auto">
          {row.about}
        </span>
        <span className="block text-faint text-xs sm:hidden">{row.day}</span>
      </th>
      <td className="whitespace-nowrap py-2 text-soft max-sm:hidden">{row.day}</td>
      {row.cells.map((cell, index) => (
        <td className="whitespace-nowrap py-2 ps-3 text-end" key={columns[index]}>
          {cell}
        </td>
      ))}
    </tr>
  )
}

function Pages({ list, state }: DrillDownProps) {
  const t = useText()
  if (!state.after && !list.next) return null
  const link = 'rounded-lg border border-line px-3 py-1.5 hover:bg-hover'
  return (
    <nav aria-label={t('why.behind')} className="mt-4 flex items-center justify-between text-[13px]">
      <span className="text-faint">
        {t('why.some_rows', { shown: list.rows.length + (list.ads?.length ?? 0), all: list.count })}
      </span>
      <span className="flex gap-2">
        {state.after && (
          <Link className={link} preventScrollReset to={{ search: withSearch(state, { after: undefined }) }}>
            {t('why.first_page')}
          </Link>
        )}
        {list.next && (
          <Link className={link} preventScrollReset to={{ search: withSearch(state, { after: list.next }) }}>
            {t('why.next_page')}
          </Link>
        )}
      </span>
    </nav>
  )
}

/** Placeholder of a list that is loading. */
export function DrillDownSkeleton() {
  const t = useText()
  return (
    <div aria-busy className="mt-7 space-y-3">
      <span className="sr-only">{t('why.loading')}</span>
      {Array.from({ length: 10 }, (_, index) => (
        <Skeleton className="h-9 w-full" key={index} />
      ))}
    </div>
  )
}
