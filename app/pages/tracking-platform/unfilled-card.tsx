import { Card, DataTable } from '../../ui/index.ts'
import type { UnfilledModel } from './load-audit.server.ts'

interface UnfilledCardProps {
  readonly unfilled: UnfilledModel
  /** The platform's name. */
  readonly name: string
}

/** Visits that came with a macro where an id or a name should stand, and what to do about each. */
export function UnfilledCard({ unfilled: { since, visits, lines }, name }: UnfilledCardProps) {
  return (
    <Card aria-labelledby="unfilled-heading" className="scroll-mt-16" id="unfilled">
      <div className="p-4 sm:p-5">
        <h2 className="font-semibold text-[15px]" id="unfilled-heading">
          Macros that were not filled in
        </h2>
        <p className="mt-1 max-w-prose text-pretty text-soft">
          {visits} since {since} came with a text that {name} should have replaced. Orders after them can be joined only
          by what else the address says.
        </p>
      </div>
      <DataTable
        caption="Parameters that were not filled in"
        columns={[
          { key: 'visits', label: 'Visits' },
          { key: 'todo', label: 'What to do', isText: true },
        ]}
        labelHeader={{ label: 'Parameter' }}
        rows={lines.map(({ key, text, visits: seen, todo }) => ({
          key,
          label: (
            <code className="break-all text-xs" dir="ltr">
              {text}
            </code>
          ),
          cells: [
            seen,
            <span className="block min-w-56 max-w-xl whitespace-normal break-words" key="todo">
              {todo}
            </span>,
          ],
        }))}
      />
    </Card>
  )
}
