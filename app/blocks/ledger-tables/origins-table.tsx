import 'virtual:words/tables'
import { useText } from '../../language/index.ts'
import { Card, DataTable } from '../../ui/index.ts'
import type { OriginsModel } from './origins-model.ts'

interface OriginsTableProps {
  readonly origins: OriginsModel
  readonly title: string
  readonly labelHeader: string
  /** The store's name. */
  readonly store: string
}

/** Orders by what the store wrote on them about the visit before. */
export function OriginsTable({ origins, title, labelHeader, store }: OriginsTableProps) {
  const t = useText()
  const { rows, total, notes } = origins
  return (
    <Card>
      <header className="px-4 py-3 sm:px-5">
        <h2 className="font-semibold text-[15px]">{title}</h2>
        <p className="mt-0.5 max-w-prose text-pretty text-[13px] text-faint">{t('tables.recorded_by', { store })}</p>
      </header>
      <DataTable
        caption={title}
        columns={[
          { key: 'orders', label: t('tables.orders') },
          { key: 'share', label: t('widget.share') },
          { key: 'revenue', label: t('tables.revenue') },
          { key: 'kind', label: t('tables.came_by'), isText: true },
        ]}
        labelHeader={{ label: labelHeader }}
        rows={rows.map(({ key, label, kind, cells }) => ({
          key,
          label: (
            <span className="block truncate text-match-parent" dir="auto">
              {label}
            </span>
          ),
          cells: [
            ...cells,
            <span className="text-soft" key="kind">
              {kind}
            </span>,
          ],
        }))}
        total={{ label: t('widget.total'), cells: [...total, ''] }}
      />
      {notes.length > 0 && (
        <p className="border-line border-t px-4 py-2.5 text-[13px] text-faint sm:px-5">{notes.join(' ')}</p>
      )}
    </Card>
  )
}
