import { DataTable } from '../../ui/index.ts'
import type { AnswerRow, ChannelRow, ShareModel } from './model.ts'
import { useWords } from './words.ts'

function useColumns() {
  const t = useWords()
  return [
    { key: 'answers', label: t('table.answers') },
    { key: 'share', label: t('table.share'), isText: true },
    { key: 'orders', label: t('table.orders'), hint: t('table.ordersHint') },
    { key: 'attributed', label: t('table.attributed'), hint: t('table.attributedHint') },
    { key: 'gap', label: t('table.gap'), hint: t('table.gapHint') },
  ]
}

/** Responses per option. */
export function AnswersTable({ rows }: { readonly rows: readonly AnswerRow[] }) {
  const t = useWords()
  const columns = useColumns()
  return (
    <DataTable
      caption={t('table.answers')}
      columns={columns}
      labelHeader={{ label: t('table.answer') }}
      rows={rows.map((row) => ({
        key: row.key,
        label: (
          <>
            <bdi>{row.label}</bdi>
            <span className="block text-faint text-xs">{row.channel}</span>
          </>
        ),
        cells: cellsOf(row),
      }))}
    />
  )
}

/** Responses per channel, compared with attribution. */
export function ChannelsTable({ rows }: { readonly rows: readonly ChannelRow[] }) {
  const t = useWords()
  const columns = useColumns()
  return (
    <>
      <h3 className="border-line border-t px-4 pt-4 pb-2 font-medium sm:px-5">{t('table.byChannelTitle')}</h3>
      <DataTable
        caption={t('table.byChannel')}
        columns={columns}
        labelHeader={{ label: t('table.channel') }}
        rows={rows.map((row) => ({ key: row.key, label: row.label, cells: cellsOf(row) }))}
      />
    </>
  )
}

function cellsOf({ answers, share, orders, ordersInterval, attributed, gap }: ChannelRow) {
  return [
    answers,
    share ? <ShareBar key="share" share={share} /> : '–',
    <span key="orders">
      {orders}
      {ordersInterval && <span className="block text-faint text-xs">{ordersInterval}</span>}
    </span>,
    attributed,
    gap,
  ]
}

/** A share as a bar, its confidence interval as a line at its end, and the attributed share as a mark. */
function ShareBar({ share: { text, interval, share, low, high, attributed } }: { readonly share: ShareModel }) {
  return (
    <span className="block w-36 text-start sm:w-48">
      <span aria-hidden className="relative block h-3.5">
        <span
          className="absolute inset-y-0.5 start-0 rounded-e-sm bg-series-1/35"
          style={{ width: `${Math.max(0.5, share * 100)}%` }}
        />
        <span
          className="absolute top-1.5 h-0.5 rounded-full bg-series-1"
          style={{ insetInlineStart: `${low * 100}%`, width: `${Math.max(0.5, (high - low) * 100)}%` }}
        />
        {attributed !== null && (
          <span
            className="absolute inset-y-0 w-0.5 rounded-full bg-series-2"
            style={{ insetInlineStart: `${Math.min(attributed * 100, 99)}%` }}
          />
        )}
      </span>
      {text} <span className="text-faint text-xs">{interval}</span>
    </span>
  )
}
