import { guarded } from '../../request.server.ts'
import { Card, CardHeader } from '../../ui/index.ts'
import type { Route } from './+types/overview-route.ts'
import { DoneText, PageHead } from './list-page.tsx'
import { openOffice } from './open.server.ts'
import { loadOverview } from './overview.server.ts'

export const loader = guarded(async (args: Route.LoaderArgs) => loadOverview(await openOffice(args)))

const tones = { plain: '', good: 'text-good', bad: 'font-medium text-bad' } as const

export default function OverviewRoute({ loaderData }: Route.ComponentProps) {
  const { title, about, done, heading, facts } = loaderData
  return (
    <>
      <PageHead about={about} title={title} />
      <DoneText text={done} />
      <Card aria-labelledby="state-heading">
        <CardHeader id="state-heading" title={heading} />
        <dl className="mt-2 grid grid-cols-1 gap-px overflow-hidden rounded-b-xl border-line border-t bg-line sm:grid-cols-3">
          {facts.map(({ name, value, note, tone }) => (
            <div className="bg-surface px-4 py-3 sm:px-5" key={name}>
              <dt className="text-[13px] text-faint">{name}</dt>
              <dd className={`mt-0.5 break-words ${tones[tone]}`}>{value}</dd>
              {note !== '' && <dd className="mt-0.5 break-words text-[13px] text-soft">{note}</dd>}
            </div>
          ))}
        </dl>
      </Card>
    </>
  )
}
