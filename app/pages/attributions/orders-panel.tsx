import { href, Link } from 'react-router'
import { type SearchState, toSearch, withSearch } from '../../search/index.ts'
import { SidePanel } from '../../ui/index.ts'
import type { OrdersModel } from './load-orders.server.ts'
import { useWords } from './words.ts'

interface OrdersPanelProps {
  readonly list: OrdersModel
  readonly state: SearchState
  readonly domain: string
}

/** The orders behind a figure: the credited share of each, and a link to its journey. */
export function OrdersPanel({ list, state, domain }: OrdersPanelProps) {
  const { title, about, isNotTracked } = list
  const say = useWords()
  return (
    <SidePanel closeTo={withSearch(state, { place: undefined, after: undefined })} title={title}>
      <div className="grid gap-5 p-5">
        <p className="text-[13px] text-soft">{about}</p>
        <dl className="grid grid-cols-3 gap-x-4">
          <Fact label={say('panel.orders')} text={list.orders} />
          <Fact label={say('panel.revenue')} text={list.revenue} />
          <Fact label={say('panel.net')} text={list.net} />
        </dl>
        {isNotTracked && <p className="text-pretty text-[13px] text-soft">{say('panel.unattributed')}</p>}
        <List domain={domain} list={list} state={state} />
      </div>
    </SidePanel>
  )
}

function Fact({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <div className="min-w-0">
      <dt className="truncate text-[13px] text-faint">{label}</dt>
      <dd className="truncate font-semibold tabular">{text}</dd>
    </div>
  )
}

function List({ list, state, domain }: OrdersPanelProps) {
  const { rows, count, next, revenue } = list
  const say = useWords()
  const link = 'rounded-lg border border-line px-3 py-1.5 hover:bg-hover'
  if (rows.length === 0) return <p className="py-8 text-center text-soft">{say('panel.none')}</p>
  return (
    <section aria-labelledby="orders-heading">
      <h3 className="font-semibold text-[15px]" id="orders-heading">
        {say('panel.list')}
      </h3>
      <table className="mt-2 w-full text-[13px]">
        <caption className="sr-only">{say('panel.caption')}</caption>
        <thead className="text-faint text-xs">
          <tr>
            <th className="py-1.5 text-start font-normal" scope="col">
              {say('panel.order')}
            </th>
            <th className="py-1.5 ps-3 text-end font-normal" scope="col">
              {say('panel.value')}
            </th>
            <th className="py-1.5 ps-3 text-end font-normal" scope="col">
              {say('panel.attributed')}
            </th>
          </tr>
        </thead>
        <tbody>
          <tr className="border-line border-y font-semibold">
            <th className="py-2 text-start" scope="row">
              {count}
            </th>
            <td className="py-2 ps-3 text-end tabular" colSpan={2}>
              {revenue}
            </td>
          </tr>
          {rows.map(({ id, name, placedAt, about, value, revenue: credited, part }) => (
            <tr className="border-line border-b align-top" key={id}>
              <th className="py-2 text-start font-normal" scope="row">
                <Link
                  className="font-medium underline decoration-line underline-offset-3 hover:decoration-current"
                  preventScrollReset
                  to={`${href('/shop/:domain/attributions/orders/:order', { domain, order: id })}${toSearch(state)}`}
                >
                  {name}
                </Link>
                <span className="block text-faint text-xs">{placedAt}</span>
                <span className="block text-faint text-xs">{about}</span>
              </th>
              <td className="whitespace-nowrap py-2 ps-3 text-end tabular">{value}</td>
              <td className="whitespace-nowrap py-2 ps-3 text-end tabular">
                {credited}
                <span className="block text-faint text-xs">{part}</span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {(state.after !== undefined || next !== undefined) && (
        <nav aria-label={say('panel.pages')} className="mt-4 flex justify-end gap-2 text-[13px]">
          {state.after !== undefined && (
            <Link className={link} preventScrollReset to={{ search: withSearch(state, { after: undefined }) }}>
              {say('panel.first')}
            </Link>
          )}
          {next !== undefined && (
            <Link className={link} preventScrollReset to={{ search: withSearch(state, { after: next }) }}>
              {say('panel.next')}
            </Link>
          )}
        </nav>
      )}
    </section>
  )
}
