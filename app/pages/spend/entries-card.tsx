import { Coins } from 'lucide-react'
import { Link } from 'react-router'
import { Badge, buttonClass, Card, CardHeader, DataTable, EmptyState } from '../../ui/index.ts'
import type { EntryModel, SpendModel } from './model.ts'

/** Everything that was entered, a page of it. */
export function EntriesCard({ model }: { readonly model: SpendModel }) {
  const { entries, spent, pages, mayEnter } = model
  if (entries.length === 0) {
    return (
      <EmptyState icon={Coins} title="Nothing entered yet">
        What is spent outside the ad platforms stands here, day by day in every figure of spend once it is entered.
      </EmptyState>
    )
  }
  return (
    <Card aria-labelledby="entries-heading">
      <div className="pb-3.5">
        <CardHeader id="entries-heading" note={spent && `${spent} through today`} title="Entries" />
      </div>
      <DataTable
        caption="Entries, the latest first"
        columns={[
          { key: 'amount', label: 'Amount' },
          { key: 'spent', label: 'Through today' },
          { key: 'days', label: 'Days', isText: true },
          { key: 'counts', label: 'Counts as', isText: true },
          ...(mayEnter ? [{ key: 'change', label: 'Change', isText: true }] : []),
        ]}
        labelHeader={{ label: 'Channel' }}
        rows={entries.map((entry) => ({
          key: entry.id,
          label: <Label entry={entry} />,
          cells: [
            entry.amount,
            entry.spent,
            entry.days,
            <Badge key="counts" tone={entry.countsAs.tone}>
              {entry.countsAs.label}
            </Badge>,
            ...(mayEnter ? [<EditLink entry={entry} key="change" />] : []),
          ],
        }))}
      />
      {pages.text !== null && (
        <nav
          aria-label="Pages of entries"
          className="flex items-center gap-3 border-line border-t px-4 py-3 text-[13px] sm:px-5"
        >
          {pages.before !== null && (
            <Link className={buttonClass('secondary', 'small')} to={pages.before}>
              Later
            </Link>
          )}
          <span className="text-soft">{pages.text}</span>
          {pages.after !== null && (
            <Link className={buttonClass('secondary', 'small')} to={pages.after}>
              Earlier
            </Link>
          )}
        </nav>
      )}
    </Card>
  )
}

function Label({ entry }: { readonly entry: EntryModel }) {
  return (
    <>
      <span className="block truncate font-medium" title={entry.channel}>
        {entry.channel}
      </span>
      {entry.about !== '' && (
        <span className="block truncate text-soft" title={entry.about}>
          {entry.about}
        </span>
      )}
      {entry.note !== '' && (
        <span className="block truncate text-faint text-xs" title={entry.note}>
          {entry.note}
        </span>
      )}
      {entry.isWaiting && <Badge tone="warn">Not in the figures yet</Badge>}
    </>
  )
}

function EditLink({ entry }: { readonly entry: EntryModel }) {
  const about = entry.about === '' ? entry.channel : `${entry.channel}, ${entry.about}`
  return (
    <Link
      aria-label={`Change ${about}`}
      className="touch-target rounded text-accent underline-offset-3 hover:underline"
      to={`?edit=${entry.id}#entry`}
    >
      Change
    </Link>
  )
}
