import { href, Link } from 'react-router'
import { FigureChange, FigureText } from '../../charts/index.ts'
import { type Figure, unpackFigures } from '../../format/index.ts'
import { Download } from '../../icons.ts'
import { Tagged, useText } from '../../language/index.ts'
import { type SearchState, toSearch, withSearch } from '../../search/index.ts'
import { Badge, buttonClass, Scroller } from '../../ui/index.ts'
import type { StatementColumn, StatementLine, StatementModel } from './model.ts'
import { useWords } from './words.ts'

interface StatementProps {
  readonly statement: StatementModel
  readonly domain: string
  readonly state: SearchState
  /** Figures lead to their orders. */
  readonly mayOpenOrders: boolean
  /** Name of the comparison. */
  readonly than: string | undefined
}

/** More columns of time than this do not fit on paper: only the total is printed. */
const mostOnPaper = 13

/** The length of the columns, and the file. */
export function StatementTools({ statement, domain, state }: Omit<StatementProps, 'mayOpenOrders' | 'than'>) {
  const t = useWords()
  return (
    <div className="flex flex-wrap items-center gap-2 print:hidden">
      {statement.intervals.length > 1 && (
        <nav aria-label={t('tools.columns')} className="flex rounded-lg border border-line p-0.5">
          {statement.intervals.map((interval) => (
            <Link
              aria-current={interval === statement.interval ? 'true' : undefined}
              className="touch-target inline-flex items-center rounded-md px-2.5 py-1 text-[13px] text-soft hover:text-ink aria-[current]:bg-hover aria-[current]:font-medium aria-[current]:text-ink"
              key={interval}
              preventScrollReset
              to={{ search: withSearch(state, { interval: interval === 'month' ? undefined : interval }) }}
            >
              {t(`tools.${interval}`)}
            </Link>
          ))}
        </nav>
      )}
      <a
        className={buttonClass('secondary', 'small')}
        download
        href={`${href('/shop/:domain/profit.csv', { domain })}${toSearch(state)}`}
      >
        <Download aria-hidden className="size-3.5" /> CSV
      </a>
      <Link
        className={buttonClass('secondary', 'small')}
        to={`${href('/shop/:domain/settings/shares/new', { domain })}${toSearch(state).replace(/^\??/, '?view=profit&')}`}
      >
        {t('tools.share')}
      </Link>
    </div>
  )
}

/** The lines from net sales to net profit: total first, so that it is seen on every screen, then each month, week or day. */
export function StatementTable(props: StatementProps) {
  const { statement, than } = props
  const t = useWords()
  const { columns, lines, hasComparison } = statement
  const heads = [
    'table.total' as const,
    'table.ofRevenue' as const,
    ...(hasComparison ? (['table.before', 'table.change'] as const) : []),
  ]
  const onPaper = columns.length > mostOnPaper ? 'print:hidden' : ''
  return (
    <Scroller className="relative rounded-b-xl" label={t('page.title')}>
      <table className="statement w-full border-separate border-spacing-0 text-[13px]">
        <caption className="sr-only">{t('page.title')}</caption>
        <thead className="text-faint text-xs">
          <tr>
            <th className={`${labelCell} border-line border-b font-normal`} scope="col">
              {t('table.line')}
            </th>
            {heads.map((head) => (
              <th className={headCell} key={head} scope="col" title={head === 'table.before' ? than : undefined}>
                {t(head)}
              </th>
            ))}
            {columns.map(({ from, short, days }) => (
              <th className={`${headCell} ${onPaper}`} key={from} scope="col" title={days}>
                {short}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <Line key={line.key} line={line} onPaper={onPaper} {...props} />
          ))}
        </tbody>
      </table>
    </Scroller>
  )
}

const labelCell =
  'sticky start-0 z-1 min-w-40 max-w-44 bg-surface py-1.5 ps-4 pe-3 text-start sm:min-w-64 sm:max-w-md sm:ps-5'
const headCell =
  'border-line border-b px-3 py-2 text-end align-bottom font-normal last:pe-5 max-sm:px-2 sm:whitespace-nowrap'
const cell = 'whitespace-nowrap px-3 py-1.5 text-end tabular last:pe-5 max-sm:px-2'

const looks = {
  sum: { row: 'font-semibold [&>*]:border-line [&>*]:border-y [&>*]:bg-sunken', label: '' },
  part: { row: '', label: '' },
  less: { row: 'text-soft', label: 'ps-3' },
  aside: { row: 'text-faint italic', label: 'ps-6' },
  margin: { row: 'text-soft', label: '' },
} as const satisfies Record<StatementLine['look'], object>

interface LineProps extends StatementProps {
  readonly line: StatementLine
  /** Class of cells of columns of time. */
  readonly onPaper: string
}

function Line({ line, onPaper, ...props }: LineProps) {
  const t = useText()
  const say = useWords()
  const { statement, than } = props
  const { columns, format, hasComparison } = statement
  const { label, hint, look, bound, measure } = line
  const share = { measure: { unit: 'percent' as const } }
  const [total, part, before, ...figures] = unpackFigures(line.figures, [
    { measure },
    share,
    { measure },
    ...columns.map(() => ({ measure })),
  ])
  return (
    <tr className={looks[look].row}>
      <th className={`${labelCell} ${look === 'sum' ? 'font-semibold' : 'font-normal'}`} scope="row">
        <span className={`flex flex-wrap items-baseline gap-x-2 ${looks[look].label}`} title={hint}>
          <span>
            {look === 'less' ? (
              <Tagged
                tags={{ less: (content) => <span className="text-faint">{content}</span> }}
                text={say('table.less', { name: label })}
              />
            ) : (
              label
            )}
          </span>
          {bound !== 'exact' && <Badge tone="warn">{t(`figure.${bound}`)}</Badge>}
        </span>
      </th>
      <td className={cell}>{total && <Cell column={undefined} figure={total} line={line} {...props} />}</td>
      <td className={`${cell} text-faint`}>
        {part && part.value !== null && <FigureText figure={part} format={format} />}
      </td>
      {hasComparison && (
        <>
          <td className={`${cell} text-faint`}>{before && <FigureText figure={before} format={format} />}</td>
          <td className={cell}>{total && <FigureChange figure={total} format={format} than={than} />}</td>
        </>
      )}
      {columns.map((column, index) => {
        const figure = figures[index]
        return (
          <td className={`${cell} ${onPaper}`} key={column.from}>
            {figure && <Cell column={column} figure={figure} line={line} {...props} />}
          </td>
        )
      })}
    </tr>
  )
}

interface CellProps extends Omit<StatementProps, 'than'> {
  readonly figure: Figure
  readonly line: StatementLine
  /** Undefined: the whole period. */
  readonly column: StatementColumn | undefined
}

/** A figure that leads to the orders, refunds and expenses behind it. */
function Cell({ figure, line, column, statement: { format }, state, domain, mayOpenOrders }: CellProps) {
  const text = <FigureText figure={figure} format={format} />
  if (!mayOpenOrders || figure.value === null) return text
  return (
    <Link
      className="rounded underline-offset-3 hover:underline"
      to={`${href('/shop/:domain', { domain })}${withSearch(state, { ...daysOf(column), open: line.open, interval: undefined })}`}
    >
      {text}
    </Link>
  )
}

function daysOf(column: StatementColumn | undefined) {
  return column ? { range: 'custom' as const, from: column.from, to: column.to } : {}
}
