import { href, Link } from 'react-router'
import { Waterfall } from '../../charts/index.ts'
import { type SearchState, withSearch } from '../../search/index.ts'
import { DataTable } from '../../ui/index.ts'
import type { ExplanationModel, PartRow } from './model.ts'
import { useWords } from './words.ts'

interface ExplanationProps {
  readonly explanation: ExplanationModel
  readonly domain: string
  readonly state: SearchState
  readonly mayOpenOrders: boolean
}

/** Why profit changed: causes, then products, channels and customers; all add up to the change. */
export function ExplanationPart(props: ExplanationProps) {
  const { explanation } = props
  const t = useWords()
  return (
    <div className="grid grid-cols-1 gap-6 p-4 sm:p-5">
      <p>{explanation.sentence}</p>
      {explanation.waterfall && <Waterfall label={t('why.drawing')} waterfall={explanation.waterfall} />}
      <table className="w-full max-w-2xl text-[13px]">
        <caption className="sr-only">{t('why.causes')}</caption>
        <thead className="text-faint text-xs">
          <tr>
            <th className="py-1.5 text-start font-normal" scope="col">
              {t('why.cause')}
            </th>
            <th className="py-1.5 text-end font-normal" scope="col">
              {t('why.amount')}
            </th>
          </tr>
        </thead>
        <tbody>
          {explanation.causes.map(({ key, label, hint, open, text }) => (
            <tr className="border-line border-t" key={key}>
              <th className="py-1.5 pe-3 text-start font-normal" scope="row">
                {label} <span className="text-faint max-sm:block">{hint}</span>
              </th>
              <td className="whitespace-nowrap py-1.5 text-end align-top tabular">
                <Rows {...props} open={open} text={text} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {explanation.parts.map(({ key, title, rows }) => (
        <PartTable key={key} rows={rows} title={title} {...props} />
      ))}
      <p className="text-pretty text-faint text-xs">{t('why.note')}</p>
    </div>
  )
}

interface RowsProps extends Omit<ExplanationProps, 'explanation'> {
  readonly open: string
  readonly text: string
  readonly filter?: PartRow['filter']
}

/** A figure that leads to its rows. */
function Rows({ open, text, filter, state, domain, mayOpenOrders }: RowsProps) {
  if (!mayOpenOrders || filter === null) return <span suppressHydrationWarning>{text}</span>
  const others = state.filters.filter(({ dimension }) => dimension !== filter?.dimension)
  const own = filter ? [{ dimension: filter.dimension, operator: 'is' as const, values: [filter.value] }] : []
  const search = withSearch(state, { open, interval: undefined, filters: filter ? [...others, ...own] : state.filters })
  return (
    <Link
      className="rounded underline-offset-3 hover:underline"
      suppressHydrationWarning
      to={`${href('/shop/:domain', { domain })}${search}`}
    >
      {text}
    </Link>
  )
}

interface PartTableProps extends ExplanationProps {
  readonly title: string
  readonly rows: readonly PartRow[]
}

function PartTable({ title, rows, ...props }: PartTableProps) {
  const t = useWords()
  if (rows.length === 0) return null
  return (
    <section className="min-w-0">
      <h3 className="font-semibold text-[13px]">{title}</h3>
      <div className="-mx-4 sm:-mx-5">
        <DataTable
          caption={title}
          columns={props.explanation.causeHeads.map((head) => ({ key: head, label: head }))}
          labelHeader={{ label: t('why.name') }}
          rows={rows.map(({ key, label, filter, cells }) => ({
            key,
            label: (
              <span className="line-clamp-2" dir="auto" title={label}>
                {label}
              </span>
            ),
            cells: cells.map((text, index) =>
              index === 0 ? <Rows {...props} filter={filter} key={key} open="cm2" text={text} /> : text,
            ),
          }))}
        />
      </div>
    </section>
  )
}
