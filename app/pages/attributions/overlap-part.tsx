import { type Part, PartCard } from '../../blocks/figures-page/part-card.tsx'
import { DataTable } from '../../ui/index.ts'
import { HeatTable } from './heat-table.tsx'
import type { OverlapModel } from './reports-model.ts'
import { useWords } from './words.ts'

interface OverlapPartProps {
  readonly overlap: Promise<Part<OverlapModel>>
}

/** Which channels stand in the same journeys. */
export function OverlapPart({ overlap }: OverlapPartProps) {
  const say = useWords()
  return (
    <PartCard id="overlap-heading" lines={10} note={say('overlap.note')} part={overlap} title={say('overlap.title')}>
      {({ channels, pairs }) =>
        channels.length === 0 ? (
          <p className="px-4 py-10 text-center">{say('overlap.none')}</p>
        ) : (
          <div className="grid grid-cols-1 gap-6 pt-3 pb-1">
            <div className="px-4 sm:px-5">
              <HeatTable
                caption={say('overlap.caption')}
                columns={channels.map(({ label }) => label)}
                corner={say('overlap.corner')}
                rows={channels.map(({ key, label, cells }) => ({ key, label, cells }))}
              />
            </div>
            <div className="grid grid-cols-1 items-start gap-6 xl:grid-cols-2">
              <DataTable
                caption={say('overlap.alone_caption')}
                columns={[
                  { key: 'orders', label: say('overlap.orders') },
                  { key: 'exclusive', label: say('overlap.alone'), hint: say('overlap.alone_hint') },
                  { key: 'share', label: say('overlap.share') },
                ]}
                labelHeader={{ label: say('overlap.channel') }}
                rows={channels.map(({ key, label, orders, exclusive, exclusiveShare }) => ({
                  key,
                  label,
                  cells: [orders, exclusive, exclusiveShare],
                }))}
              />
              {pairs.length > 0 && (
                <DataTable
                  caption={say('overlap.pairs')}
                  columns={[
                    { key: 'both', label: say('overlap.both') },
                    { key: 'a', label: say('overlap.of_first') },
                    { key: 'b', label: say('overlap.of_second') },
                    { key: 'jaccard', label: say('overlap.jaccard'), hint: say('overlap.jaccard_hint') },
                  ]}
                  labelHeader={{ label: say('overlap.pair') }}
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
