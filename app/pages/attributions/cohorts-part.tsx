import { type Part, PartCard } from '../../blocks/figures-page/part-card.tsx'
import { DataTable } from '../../ui/index.ts'
import type { CohortsModel } from './reports-model.ts'
import { useWords } from './words.ts'

interface CohortsPartProps {
  readonly cohorts: Promise<Part<CohortsModel>>
}

/** Repeat purchases of customers, by the channel that acquired them. */
export function CohortsPart({ cohorts }: CohortsPartProps) {
  const say = useWords()
  return (
    <PartCard id="cohorts-heading" note={say('cohorts.note')} part={cohorts} title={say('cohorts.title')}>
      {({ days, rows }) =>
        rows.length === 0 ? (
          <p className="px-4 py-10 text-center">{say('cohorts.none')}</p>
        ) : (
          <div className="pt-3">
            <DataTable
              caption={say('cohorts.caption')}
              columns={[
                { key: 'customers', label: say('cohorts.customers') },
                ...days.map((label) => ({ key: label, label })),
              ]}
              labelHeader={{ label: say('cohorts.by') }}
              rows={rows.map(({ key, label, customers, cells }) => ({
                key,
                label,
                cells: [
                  customers,
                  ...cells.map(({ text, isOpen }, index) => (
                    <span
                      className={isOpen ? 'text-faint italic' : ''}
                      key={days[index]}
                      title={isOpen ? say('cohorts.open') : undefined}
                    >
                      {text}
                    </span>
                  )),
                ],
              }))}
            />
          </div>
        )
      }
    </PartCard>
  )
}
