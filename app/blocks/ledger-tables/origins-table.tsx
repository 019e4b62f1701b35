import { Card, DataTable } from '../../ui/index.ts'
import type { OriginsModel } from './origins-model.ts'

interface OriginsTableProps {
  readonly origins: OriginsModel
  readonly title: string
  readonly labelHeader: string
  /** The store's name. */
  readonly store: string
  /** The page has filters, which this table ignores. */
  readonly isFiltered: boolean
}

/** Orders by what the store wrote on them about the visit before. */
export function OriginsTable({ origins, title, labelHeader, store, isFiltered }: OriginsTableProps) {
  const { rows, total, more, isUnrated } = origins
  const notes = [
    isFiltered ? 'The filters of the page do not apply to this table.' : '',
    isUnrated
      ? 'Revenue of days without an exchange rate stays empty: Settings › Currencies says which rates are missing.'
      : '',
    more > 0 ? `${more.toLocaleString('en-US')} smaller rows are not listed; the totals hold them.` : '',
  ].filter(Boolean)
  return (
    <Card>
      <header className="px-4 py-3 sm:px-5">
        <h2 className="font-semibold text-[15px]">{title}</h2>
        <p className="mt-0.5 max-w-prose text-pretty text-[13px] text-faint">
          Recorded by {store}, last session only: the visit in which the order was placed, not the ones before it.
        </p>
      </header>
      <DataTable
        caption={title}
        columns={[
          { key: 'orders', label: 'Orders' },
          { key: 'share', label: 'Share' },
          { key: 'revenue', label: 'Order revenue' },
          { key: 'kind', label: 'Came by', isText: true },
        ]}
        labelHeader={{ label: labelHeader }}
        rows={rows.map(({ key, label, kind, cells }) => ({
          key,
          label: <span className="block truncate">{label}</span>,
          cells: [
            ...cells,
            <span className="text-soft" key="kind">
              {kind}
            </span>,
          ],
        }))}
        total={{ label: 'Total', cells: [...total, ''] }}
      />
      {notes.length > 0 && (
        <p className="border-line border-t px-4 py-2.5 text-[13px] text-faint sm:px-5">{notes.join(' ')}</p>
      )}
    </Card>
  )
}
