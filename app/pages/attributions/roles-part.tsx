import { type Part, PartCard } from '../../blocks/figures-page/part-card.tsx'
import { labelled, useLanguage } from '../../language/index.ts'
import { Badge, DataTable } from '../../ui/index.ts'
import type { RolesModel } from './reports-model.ts'
import { useWords } from './words.ts'

interface RolesPartProps {
  readonly roles: Promise<Part<RolesModel>>
}

/** Which channels open, assist and close journeys. */
export function RolesPart({ roles }: RolesPartProps) {
  const say = useWords()
  return (
    <PartCard id="roles-heading" note={say('paths.roles.note')} part={roles} title={say('paths.roles.title')}>
      {({ rows }) =>
        rows.length === 0 ? (
          <p className="px-4 py-10 text-center">{say('paths.none')}</p>
        ) : (
          <div className="pt-3">
            <DataTable
              caption={say('paths.roles.caption')}
              columns={[
                { key: 'role', label: say('paths.roles.mostly'), isText: true },
                { key: 'first', label: say('paths.roles.first'), hint: say('paths.roles.first_hint') },
                { key: 'assisted', label: say('paths.roles.assisted'), hint: say('paths.roles.assisted_hint') },
                { key: 'last', label: say('paths.roles.last'), hint: say('paths.roles.last_hint') },
                { key: 'ratio', label: say('paths.roles.ratio'), hint: say('paths.roles.ratio_hint') },
                {
                  key: 'places',
                  label: say('paths.roles.places'),
                  hint: say('paths.roles.places_hint'),
                  isText: true,
                },
              ]}
              labelHeader={{ label: say('paths.channel') }}
              rows={rows.map((row) => ({
                key: row.key,
                label: row.label,
                cells: [
                  row.role && <Badge key="role">{say(`paths.role.${row.role}`)}</Badge>,
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
  const language = useLanguage()
  const long = places.map(({ place, text }) => labelled(place, text, language)).join(', ')
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
