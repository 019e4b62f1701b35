import { type Part, PartCard } from '../../blocks/figures-page/part-card.tsx'
import { DataTable } from '../../ui/index.ts'
import type { CohortsModel } from './reports-model.ts'

interface CohortsPartProps {
  readonly cohorts: Promise<Part<CohortsModel>>
}

/** Repeat purchases of customers, by the channel that acquired them. */
export function CohortsPart({ cohorts }: CohortsPartProps) {
  return (
    <PartCard
      id="cohorts-heading"
      note="Customers whose first order lies in these days, by the channel credited with it, and what they have bought up to so many days later. Figures in italics still grow."
      part={cohorts}
      title="What new customers are worth later"
    >
      {({ days, rows }) =>
        rows.length === 0 ? (
          <p className="px-4 py-10 text-center">Nobody bought for the first time in these days.</p>
        ) : (
          <div className="pt-3">
            <DataTable
              caption="Later revenue by the channel that won"
              columns={[{ key: 'customers', label: 'New customers' }, ...days.map((label) => ({ key: label, label }))]}
              labelHeader={{ label: 'Won by' }}
              rows={rows.map(({ key, label, customers, cells }) => ({
                key,
                label,
                cells: [
                  customers,
                  ...cells.map(({ text, isOpen }, index) => (
                    <span
                      className={isOpen ? 'text-faint italic' : ''}
                      key={days[index]}
                      title={isOpen ? 'Not everybody has been here that long' : undefined}
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
