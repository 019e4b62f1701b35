import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { type BarColumn, type BarRow, Bars, Delta, seriesOf } from '../../../charts/index.ts'
import { useText } from '../../../language/index.ts'
import { type SearchState, withSearch } from '../../../search/index.ts'
import { PlatformIcon, ProductPicture } from '../../../ui/index.ts'
import type { BarsWidget, BreakdownModel, BreakdownRow, PageView } from '../model.ts'
import { BreakdownTitle } from './breakdown-title.tsx'

interface BarsBodyProps {
  readonly widget: Extract<BarsWidget, { state: 'ready' }>
  readonly view: PageView
}

/** A figure by one dimension, largest first. A row filters the page. */
export function BarsBody({ widget, view }: BarsBodyProps) {
  const t = useText()
  const { content } = widget
  const hasShare = content.rows.some((row) => row.share !== null)
  const hasChange = widget.hasComparison && content.rows.some((row) => row.change !== null)
  const extras = <Cell,>(share: Cell, change: Cell) => [...(hasShare ? [share] : []), ...(hasChange ? [change] : [])]
  const toBar = (row: BreakdownRow): BarRow => ({
    key: row.value,
    label: <FilterLink dimension={content.dimension} row={row} state={view.state} />,
    value: row.length,
    cells: [row.text, ...extras<ReactNode>(row.share, row.change && <Delta change={row.change} key="change" />)],
  })
  return (
    <>
      <BreakdownTitle content={content} view={view} widget={widget} />
      <div className="px-2 pb-4">
        {content.rows.length === 0 ? (
          <p className="px-2 py-10 text-center text-soft">{t('widget.nothing')}</p>
        ) : (
          <Bars
            caption={`${content.metricLabel}, ${content.dimensionLabel}`}
            columns={[
              { label: content.metricLabel },
              ...extras<BarColumn>(
                { label: t('widget.share'), needs: 'wide', isFaint: true },
                { label: t('widget.change'), needs: 'medium' },
              ),
            ]}
            labelHeader={content.dimensionLabel}
            rows={content.rows.map(toBar)}
            series={seriesOf(widget.section)}
            total={{ key: 'total', label: t('widget.total'), value: null, cells: [content.total, ...extras('', '')] }}
          />
        )}
        <BreakdownNote className="mx-2" content={content} />
      </div>
    </>
  )
}

interface FilterLinkProps {
  readonly row: Pick<BreakdownRow, 'value' | 'label' | 'picture'>
  readonly dimension: string
  readonly state: SearchState
}

/** A value that adds a filter to the page. */
export function FilterLink({ row, dimension, state }: FilterLinkProps) {
  const t = useText()
  const others = state.filters.filter((filter) => filter.dimension !== dimension)
  const filters = [...others, { dimension, operator: 'is' as const, values: [row.value] }]
  return (
    <Link
      className="relative z-10 rounded underline-offset-3 hover:underline"
      preventScrollReset
      title={t('widget.only', { name: row.label })}
      to={{ search: withSearch(state, { filters }) }}
    >
      <Picture row={row} />
      {row.label}
    </Link>
  )
}

function Picture({ row: { picture, label } }: Pick<FilterLinkProps, 'row'>) {
  switch (picture?.kind) {
    case 'country':
      return picture.flag ? (
        <img alt="" className="me-1.5 inline-block size-4 align-[-0.2em]" height={16} src={picture.flag} width={16} />
      ) : (
        <span
          aria-hidden
          className="me-1.5 inline-block w-6 rounded border border-edge bg-surface text-center text-[10px] text-soft leading-4"
          dir="ltr"
        >
          {picture.code}
        </span>
      )
    case 'product':
      return (
        <span aria-hidden className="me-2 inline-block align-middle">
          <ProductPicture address={picture.address} name={label} />
        </span>
      )
    case 'platform':
      return (
        <PlatformIcon className="me-1.5 inline-block size-4 align-[-0.2em] text-soft" label={label} name={picture.id} />
      )
    default:
      return null
  }
}

type Listed = Pick<BreakdownModel, 'hasMore' | 'overlapping'> & { readonly rows: readonly unknown[] }

interface NoteProps {
  readonly content: Listed
  readonly className?: string
}

/** Note about missing rows, and about overlapping ones whose sum exceeds the total. */
export function BreakdownNote({ content: { hasMore, overlapping, rows }, className = '' }: NoteProps) {
  const t = useText()
  if (!hasMore && overlapping.length === 0) return null
  return (
    <p className={`mt-2 text-faint text-xs ${className}`}>
      {hasMore && t('widget.largest', { count: rows.length })}{' '}
      {overlapping.length > 0 && t('widget.overlapping', { figures: overlapping.join(', ') })}
    </p>
  )
}
