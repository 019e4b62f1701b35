import { type Part, PartCard } from '../../blocks/figures-page/part-card.tsx'
import { Badge, DataTable } from '../../ui/index.ts'
import type { RolesModel } from './reports-model.ts'

interface RolesPartProps {
  readonly roles: Promise<Part<RolesModel>>
}

/** Which channels open, assist and close journeys. */
export function RolesPart({ roles }: RolesPartProps) {
  return (
    <PartCard
      id="roles-heading"
      note="An order is assisted by every channel that stands anywhere but last. A ratio above 1 means a helper, below 1 a closer."
      part={roles}
      title="Openers, helpers and closers"
    >
      {({ rows }) =>
        rows.length === 0 ? (
          <p className="px-4 py-10 text-center">No order of these days has a contact yet.</p>
        ) : (
          <div className="pt-3">
            <DataTable
              caption="Roles of channels"
              columns={[
                { key: 'role', label: 'Mostly', isText: true },
                { key: 'first', label: 'Opened', hint: 'Orders whose first contact was of the channel' },
                { key: 'assisted', label: 'Assisted', hint: 'Orders in which it stands anywhere but last' },
                { key: 'last', label: 'Closed', hint: 'Orders whose last contact was of the channel' },
                { key: 'ratio', label: 'Assist ratio', hint: 'Assisted ÷ closed' },
                {
                  key: 'places',
                  label: 'Credit by place in the journey',
                  hint: 'Ordered Shapley values: what the channel earns at its first, second, third place and later',
                  isText: true,
                },
              ]}
              labelHeader={{ label: 'Channel' }}
              rows={rows.map((row) => ({
                key: row.key,
                label: row.label,
                cells: [
                  row.role && <Badge key="role">{row.role}</Badge>,
                  row.first,
                  <span key="assisted">
                    {row.assisted}
                    <span className="block text-faint text-xs">{row.assistedRevenue}</span>
                  </span>,
                  row.last,
                  row.ratio,
                  <Places key="places" places={row.places} />,
                ],
              }))}
            />
          </div>
        )
      }
    </PartCard>
  )
}

function Places({ places }: Pick<RolesModel['rows'][number], 'places'>) {
  const long = places.map(({ place, text }) => `${place}: ${text}`).join(', ')
  return (
    <span className="flex h-9 w-32 items-end gap-1" title={long}>
      <span className="sr-only">{long}</span>
      {places.map(({ place, share }) => (
        <span
          aria-hidden
          className="flex-1 rounded-t-xs bg-series-1"
          key={place}
          style={{ height: `${Math.max(2, share * 100)}%` }}
        />
      ))}
    </span>
  )
}
