import { type Part, PartCard } from '../../blocks/figures-page/part-card.tsx'
import { Badge } from '../../ui/index.ts'
import { HeatTable } from './heat-table.tsx'
import type { TransitionsModel } from './reports-model.ts'
import { useWords } from './words.ts'

interface TransitionsPartProps {
  readonly transitions: Promise<Part<TransitionsModel>>
}

/** Transitions between channels, including journeys without an order. */
export function TransitionsPart({ transitions }: TransitionsPartProps) {
  const say = useWords()
  return (
    <PartCard
      id="transitions-heading"
      lines={10}
      note={say('paths.steps.note')}
      part={transitions}
      title={say('paths.steps.title')}
    >
      {(model) =>
        model.edges.length === 0 ? (
          <p className="px-4 py-10 text-center">{say('paths.rates.none')}</p>
        ) : (
          <div className="grid grid-cols-1 gap-4 px-4 pt-3 pb-5 sm:px-5">
            <p className="text-[13px] text-soft">
              {!model.isEnough && <Badge tone="warn">{say('paths.few')}</Badge>} {model.sentence}
            </p>
            <HeatTable
              caption={say('paths.steps.caption')}
              columns={model.columns}
              corner={say('paths.steps.from')}
              rows={model.states.map((state, index) => ({ key: state, label: state, cells: model.cells[index] ?? [] }))}
            />
            <details className="text-[13px]">
              <summary className="w-fit rounded text-soft leading-6 hover:text-ink">{say('paths.steps.list')}</summary>
              <ol className="mt-2 grid gap-1 sm:grid-cols-2 xl:grid-cols-3">
                {model.edges.map(({ key, from, to, journeys, share }) => (
                  <li className="flex justify-between gap-3 border-line border-t py-1.5" key={key}>
                    <span>{say('paths.steps.step', { from, to })}</span>
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
