import { type Part, PartCard } from '../../blocks/figures-page/part-card.tsx'
import { DataTable } from '../../ui/index.ts'
import { HeatTable } from './heat-table.tsx'
import type { OverlapModel } from './reports-model.ts'

interface OverlapPartProps {
  readonly overlap: Promise<Part<OverlapModel>>
}

/** Which channels stand in the same journeys. */
export function OverlapPart({ overlap }: OverlapPartProps) {
  return (
    <PartCard
      id="overlap-heading"
      lines={10}
      note="Of the orders with the channel of the row, how many had that of the column too."
      part={overlap}
      title="Channel overlap"
    >
      {({ channels, pairs }) =>
        channels.length === 0 ? (
          <p className="px-4 py-10 text-center">No order of these days has a contact yet.</p>
        ) : (
          <div className="grid grid-cols-1 gap-6 pt-3 pb-1">
            <div className="px-4 sm:px-5">
              <HeatTable
                caption="Shares of orders by pair of channels"
                columns={channels.map(({ label }) => label)}
                corner="Orders with"
                rows={channels.map(({ key, label, cells }) => ({ key, label, cells }))}
              />
            </div>
            <div className="grid grid-cols-1 items-start gap-6 xl:grid-cols-2">
              <DataTable
                caption="Orders that a channel alone touched"
                columns={[
                  { key: 'orders', label: 'Orders' },
                  { key: 'exclusive', label: 'It alone', hint: 'Orders that no other channel touched' },
                  { key: 'share', label: 'Share' },
                ]}
                labelHeader={{ label: 'Channel' }}
                rows={channels.map(({ key, label, orders, exclusive, exclusiveShare }) => ({
                  key,
                  label,
                  cells: [orders, exclusive, exclusiveShare],
                }))}
              />
              {pairs.length > 0 && (
                <DataTable
                  caption="Pairs of channels"
                  columns={[
                    { key: 'both', label: 'Both' },
                    { key: 'a', label: 'Of the first' },
                    { key: 'b', label: 'Of the second' },
                    { key: 'jaccard', label: 'Jaccard', hint: 'Both ÷ orders with either' },
                  ]}
                  labelHeader={{ label: 'Pair' }}
                  rows={pairs.map(({ key, label, both, ofA, ofB, jaccard }) => ({
                    key,
                    label,
                    cells: [both, ofA, ofB, jaccard],
                  }))}
                />
              )}
            </div>
          </div>
        )
      }
    </PartCard>
  )
}
