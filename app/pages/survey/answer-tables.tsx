import { DataTable } from '../../ui/index.ts'
import type { AnswerRow, ChannelRow } from './model.ts'
import { ShareBar } from './share-bar.tsx'

const compared = [
  { key: 'answers', label: 'Answers' },
  { key: 'share', label: 'Share, 95% interval', isText: true },
  { key: 'orders', label: 'Of all orders', hint: 'Share of answers × all orders of these days' },
  { key: 'attributed', label: 'Clicks say', hint: 'The channel’s part of all credited orders' },
  {
    key: 'gap',
    label: 'Gap',
    hint: 'Share of answers less what the clicks say, in percentage points; for options that share a channel, see the channel below',
  },
] as const

/** Every answer that could be chosen. */
export function AnswersTable({ rows }: { readonly rows: readonly AnswerRow[] }) {
  return (
    <DataTable
      caption="Answers"
      columns={compared}
      labelHeader={{ label: 'Answer' }}
      rows={rows.map((row) => ({
        key: row.key,
        label: (
          <>
            {row.label}
            <span className="block text-faint text-xs">{row.channel}</span>
          </>
        ),
        cells: cellsOf(row),
      }))}
    />
  )
}

/** Answers of one channel together: what the gap is about. */
export function ChannelsTable({ rows }: { readonly rows: readonly ChannelRow[] }) {
  return (
    <>
      <h3 className="border-line border-t px-4 pt-4 pb-2 font-medium sm:px-5">By channel, the largest gap first</h3>
      <DataTable
        caption="Answers by channel"
        columns={compared}
        labelHeader={{ label: 'Channel' }}
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
