import { Link } from 'react-router'
import { type SearchState, withSearch } from '../../search/index.ts'
import { Badge, Skeleton } from '../../ui/index.ts'
import { Formula } from './formula.tsx'
import type { DrillDownModel, DrillDownRow } from './load-drill-down.server.ts'

const kinds: Readonly<Record<string, string>> = { edit: 'Edit', refund: 'Refund', cancel: 'Cancellation' }

interface DrillDownProps {
  readonly list: DrillDownModel
  readonly rangeText: string
  readonly state: SearchState
}

/** The orders, refunds and edits behind a figure; what they contribute adds up to it. */
export function DrillDown({ list, rangeText, state }: DrillDownProps) {
  return (
    <div className="p-5">
      <p className="text-[13px] text-faint">{rangeText}</p>
      <p className="font-semibold text-3xl tabular tracking-tight">{list.text}</p>
      <p className="mt-1 mb-4 text-soft">{list.description}</p>
      <div className="rounded-lg bg-sunken p-3.5">
        <Formula
          formula={list.formula}
          label={list.label}
          openTerm={(key) => withSearch(state, { open: key })}
          terms={list.terms}
          text={list.text}
        />
      </div>
      {list.rows.length === 0 ? (
        <p className="py-12 text-center text-soft">Nothing was booked for this figure in the range.</p>
      ) : (
        <Contributions list={list} state={state} />
      )}
    </div>
  )
}

function Contributions({ list, state }: Pick<DrillDownProps, 'list' | 'state'>) {
  return (
    <>
      <table className="mt-6 w-full text-[13px]">
        <caption className="sr-only">What {list.label} consists of</caption>
        <thead className="text-left text-faint text-xs">
          <tr>
            <th className="py-1.5 font-normal" scope="col">
              Order
            </th>
            <th className="py-1.5 font-normal max-sm:hidden" scope="col">
              Booked
            </th>
            {list.columns.map((column) => (
              <th className="py-1.5 pl-3 text-right font-normal" key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr className="border-line border-y font-semibold">
            <th className="py-2 text-left font-semibold" colSpan={1} scope="row">
              Total
            </th>
            <td className="py-2 font-normal text-faint max-sm:hidden">{list.count.toLocaleString('en-US')} rows</td>
            {list.totals.map((total, index) => (
              <td className="py-2 pl-3 text-right" key={list.columns[index]}>
                {total}
              </td>
            ))}
          </tr>
          {list.rows.map((row) => (
            <Contribution columns={list.columns} key={row.id} row={row} state={state} />
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
  return (
    <tr className="border-line border-b align-top">
      <th className="py-2 text-left font-normal" scope="row">
        <Link
          className="font-medium underline decoration-line underline-offset-3 hover:decoration-current"
          preventScrollReset
          to={{ search: withSearch(state, { order: row.orderId }) }}
        >
          {row.orderName}
        </Link>{' '}
        {kinds[row.kind] && <Badge tone="warn">{kinds[row.kind]}</Badge>}
        <span className="block max-w-64 truncate text-faint text-xs">{row.about}</span>
        <span className="block text-faint text-xs sm:hidden">{row.bookedAt}</span>
      </th>
      <td className="whitespace-nowrap py-2 text-soft max-sm:hidden">{row.bookedAt}</td>
      {row.cells.map((cell, index) => (
        <td className="whitespace-nowrap py-2 pl-3 text-right" key={columns[index]}>
          {cell}
        </td>
      ))}
    </tr>
  )
}

function Pages({ list, state }: Pick<DrillDownProps, 'list' | 'state'>) {
  if (!state.after && !list.next) return null
  const link = 'rounded-lg border border-line px-3 py-1.5 hover:bg-hover'
  return (
    <nav aria-label="Pages" className="mt-4 flex items-center justify-between text-[13px]">
      <span className="text-faint">
        {list.rows.length} of {list.count.toLocaleString('en-US')} rows
      </span>
      <span className="flex gap-2">
        {state.after && (
          <Link className={link} preventScrollReset to={{ search: withSearch(state, { after: undefined }) }}>
            First page
          </Link>
        )}
        {list.next && (
          <Link className={link} preventScrollReset to={{ search: withSearch(state, { after: list.next }) }}>
            Next page
          </Link>
        )}
      </span>
    </nav>
  )
}

/** Keeps the place of a list that is on its way. */
export function DrillDownSkeleton() {
  return (
    <div aria-busy className="space-y-3 p-5">
      <span className="sr-only">Loading the orders</span>
      <Skeleton className="h-9 w-40" />
      <Skeleton className="h-24 w-full" />
      {Array.from({ length: 10 }, (_, index) => (
        <Skeleton className="h-9 w-full" key={index} />
      ))}
    </div>
  )
}
