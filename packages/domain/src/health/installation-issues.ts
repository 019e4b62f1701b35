import type { Clock } from '@tillsight/core'
import { addDays, dayOf, startOfDay } from '@tillsight/core/days'
import { type Db, listPlatformPauses } from '@tillsight/database'
import type { Connector } from '@tillsight/platforms/connectors'
import type { Severity } from './describe-issue.ts'

/** What concerns every shop of an installation, and only whoever runs it can do something about. */
export interface InstallationIssue {
  readonly kind: 'platform_pause' | 'api_version_ends'
  /** Tells it from another of its kind; a pause that comes back is another one. */
  readonly key: string
  readonly severity: Severity
  readonly title: string
  readonly advice: string
  readonly since: string
  /** When it passes by itself; null: it does not. */
  readonly until: string | null
}

/** What finding them takes. */
export interface InstallationLook {
  readonly queries: Db
  readonly clock: Clock
  readonly connectors: readonly Connector[]
}

const endToldDays = 60

/** What is wrong with the installation as a whole right now: each thing once, however many connections it concerns. */
export async function listInstallationIssues({
  queries,
  clock,
  connectors,
}: InstallationLook): Promise<InstallationIssue[]> {
  const now = clock.now()
  const labels = new Map(connectors.map(({ id, label }) => [id, label]))
  const pauses = (await listPlatformPauses(queries, now)).map(
    ({ platform, scope, since, until }): InstallationIssue => {
      const label = labels.get(platform) ?? platform
      const end = until.toISOString()
      return {
        kind: 'platform_pause',
        key: `${platform}:${scope}:${since.toISOString()}`,
        severity: 'warning',
        title: `The limit of this installation at ${label} is used up until ${moment(end)}`,
        advice: `Nothing of ${label} is read for any shop before then; reading goes on by itself and nothing is lost. If it happens often, ask ${label} for a higher access level of your app.`,
        since: since.toISOString(),
        until: end,
      }
    },
  )
  return [...pauses, ...connectors.flatMap((connector) => versionIssue(connector, now))]
}

function versionIssue({ id, label, apiVersion }: Connector, now: Date): InstallationIssue[] {
  const { name, endsOn } = apiVersion
  if (endsOn === undefined || dayOf(now, 'Etc/UTC') < addDays(endsOn, -endToldDays)) return []
  const isOver = dayOf(now, 'Etc/UTC') >= endsOn
  return [
    {
      kind: 'api_version_ends',
      key: `${id}:${name}`,
      severity: isOver ? 'error' : 'warning',
      title: isOver
        ? `${label} ended version ${name} of its API on ${endsOn}`
        : `${label} ends version ${name} of its API on ${endsOn}`,
      advice: isOver
        ? `Update Tillsight: nothing of ${label} can be read any more. Figures up to then are kept.`
        : `Update Tillsight before that day, or nothing of ${label} can be read any more.`,
      since: startOfDay(addDays(endsOn, -endToldDays), 'Etc/UTC').toISOString(),
      until: null,
    },
  ]
}

/** An instant as people read it, to the minute, in UTC. */
function moment(instant: string): string {
  return `${instant.slice(0, 10)} ${instant.slice(11, 16)} UTC`
}
