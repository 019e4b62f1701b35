import { Link } from 'react-router'
import { Delta } from '../../../charts/index.ts'
import { ArrowDown, ArrowUp } from '../../../icons.ts'
import { useText } from '../../../language/index.ts'
import { withSearch } from '../../../search/index.ts'
import { Scroller } from '../../../ui/index.ts'
import type { PageView, TableModel, TableRow, TableWidget } from '../model.ts'
import { BreakdownNote, FilterLink } from './bars-body.tsx'
import { BreakdownTitle } from './breakdown-title.tsx'
import { readSort, sortRows, sortText } from './sort-rows.ts'

interface TableBodyProps {
  readonly widget: Extract<TableWidget, { state: 'ready' }>
  readonly view: PageView
}

/** Several metrics by one dimension; the totals on top are the page's figures. */
export function TableBody({ widget, view }: TableBodyProps) {
  const t = useText()
  const { content } = widget
  const { rows, columns } = content
  const has = {
    share: rows.some(({ share }) => share !== null),
    change: widget.hasComparison && rows.some(({ change }) => change !== null),
    before: widget.hasComparison && rows.some(({ before }) => before !== null),
  }
  return (
    <>
      <BreakdownTitle content={content} view={view} widget={widget} />
      {rows.length === 0 ? (
        <p className="px-4 py-10 text-center text-soft">{t('widget.nothing')}</p>
      ) : (
        <Scroller className="px-4 pb-4" label={t('chart.table_of', { name: widget.title })}>
          <table className="w-full text-[13px]">
            <caption className="sr-only">
              {widget.title}, {content.dimensionLabel}
            </caption>
            <thead className="text-faint text-xs">
              <tr>
                <SortHeader column="label" isText label={content.dimensionLabel} view={view} widget={widget.key} />
                {columns.map(({ key, label }) => (
                  <SortHeader column={key} key={key} label={label} view={view} widget={widget.key} />
                ))}
                {has.share && <PlainHeader>{t('widget.share')}</PlainHeader>}
                {has.change && <PlainHeader>{t('widget.change')}</PlainHeader>}
                {has.before && <PlainHeader>{t('widget.previous')}</PlainHeader>}
              </tr>
            </thead>
            <tbody>
              <Totals content={content} spare={Number(has.share) + Number(has.change) + Number(has.before)} />
              {sortRows(content, readSort(view.state.sort, widget.key)).map((row) => (
                <Row dimension={content.dimension} has={has} key={row.value} row={row} view={view} />
              ))}
            </tbody>
          </table>
          <BreakdownNote content={content} />
        </Scroller>
      )}
    </>
  )
}

interface SortHeaderProps {
  readonly widget: string
  readonly column: string
  readonly label: string
  readonly isText?: boolean
  readonly view: PageView
}

function SortHeader({ widget, column, label, isText = false, view }: SortHeaderProps) {
  const t = useText()
  const order = readSort(view.state.sort, widget)
  const current = order?.column === column ? order : undefined
  // The first press sorts figures descending and names ascending; the second reverses it.
  const isDescending = current ? !current.isDescending : !isText
  const Icon = current?.isDescending ? ArrowDown : ArrowUp
  return (
    <th
      aria-sort={current ? (current.isDescending ? 'descending' : 'ascending') : undefined}
      className={`py-1.5 font-normal ${isText ? 'text-start' : 'ps-3 text-end'}`}
      scope="col"
    >
      <Link
        className={`relative z-10 inline-flex min-h-6 items-center gap-1 whitespace-nowrap rounded hover:text-ink ${current ? 'text-ink' : ''}`}
        preventScrollReset
        title={t('widget.sort', { name: label })}
        to={{ search: withSearch(view.state, { sort: sortText(widget, { column, isDescending }) }) }}
      >
        {label}
        {current && <Icon aria-hidden className="size-3" />}
      </Link>
    </th>
  )
}

function PlainHeader({ children }: { readonly children: string }) {
  return (
    <th className="py-1.5 ps-3 text-end font-normal" scope="col">
      {children}
    </th>
  )
}

function Totals({ content, spare }: { readonly content: TableModel; readonly spare: number }) {
  const t = useText()
  return (
    <tr className="border-line border-y font-medium">
      <th className="py-1.5 text-start font-medium" scope="row">
        {t('widget.total')}
      </th>
      {content.columns.map(({ key }, index) => (
        <td className="whitespace-nowrap py-1.5 ps-3 text-end" key={key}>
          {content.totals[index]}
        </td>
      ))}
      {spare > 0 && <td colSpan={spare}>{'\u00a0'}</td>}
    </tr>
  )
}

interface RowProps {
  readonly row: TableRow
  readonly dimension: string
  readonly has: { readonly share: boolean; readonly change: boolean; readonly before: boolean }
  readonly view: PageView
}

function Row({ row, dimension, has, view }: RowProps) {
  const cell = 'whitespace-nowrap py-1.5 ps-3 text-end'
  return (
    <tr className="border-line border-b last:border-0">
      <th className="max-w-56 truncate py-1.5 text-match-parent font-normal" dir="auto" scope="row">
        <FilterLink dimension={dimension} row={row} state={view.state} />
      </th>
      {row.cells.map((text, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the cells of a row are its columns: they have no other name
        <td className={cell} key={index}>
          {text}
        </td>
      ))}
      {has.share && <td className={`${cell} text-faint`}>{row.share}</td>}
      {has.change && <td className={cell}>{row.change && <Delta change={row.change} />}</td>}
      {has.before && <td className={`${cell} text-soft`}>{row.before}</td>}
    </tr>
  )
}
