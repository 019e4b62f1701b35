import { type Part, PartCard } from '../../blocks/figures-page/part-card.tsx'
import { Badge } from '../../ui/index.ts'
import { HeatTable } from './heat-table.tsx'
import type { TransitionsModel } from './reports-model.ts'

interface TransitionsPartProps {
  readonly transitions: Promise<Part<TransitionsModel>>
}

/** Transitions between channels, including journeys without an order. */
export function TransitionsPart({ transitions }: TransitionsPartProps) {
  return (
    <PartCard
      id="transitions-heading"
      lines={10}
      note="From the channel of the row to that of the column; journeys that ended without an order count too. Steps rarer than 1% are left out."
      part={transitions}
      title="Where people go next"
    >
      {(model) =>
        model.edges.length === 0 ? (
          <p className="px-4 py-10 text-center">No journeys yet.</p>
        ) : (
          <div className="grid grid-cols-1 gap-4 px-4 pt-3 pb-5 sm:px-5">
            <p className="text-[13px] text-soft">
              {!model.isEnough && <Badge tone="warn">Little data</Badge>} {model.sentence}
            </p>
            <HeatTable
              caption="Steps between channels, as a share of those that leave the row"
              columns={model.columns}
              corner="From"
              rows={model.states.map((state, index) => ({ key: state, label: state, cells: model.cells[index] ?? [] }))}
            />
            <details className="text-[13px]">
              <summary className="w-fit rounded text-soft hover:text-ink">Most frequent steps as a list</summary>
              <ol className="mt-2 grid gap-1 sm:grid-cols-2 xl:grid-cols-3">
                {model.edges.map(({ key, from, to, journeys, share }) => (
                  <li className="flex justify-between gap-3 border-line border-t py-1.5" key={key}>
                    <span>
                      {from} → {to}
                    </span>
                    <span className="text-faint tabular">
                      {journeys} · {share}
                    </span>
                  </li>
                ))}
              </ol>
            </details>
          </div>
        )
      }
    </PartCard>
  )
}
