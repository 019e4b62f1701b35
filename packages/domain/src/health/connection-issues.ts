import type { ConnectionStatus, ConnectionView, StreamView } from '../connections/index.ts'
import type { Severity } from './describe-issue.ts'

/** An issue of the data that shows in how a connection stands, not in a stored note. */
export interface StandingIssue {
  readonly kind: 'connection' | 'incomplete_history' | 'stale_sync'
  readonly key: string
  readonly severity: Severity
  readonly title: string
  readonly advice: string
  readonly since: string
}

const staleAfterMs = 6 * 3_600_000
const told: Partial<Record<ConnectionStatus, Severity>> = {
  needs_reauth: 'error',
  account_state: 'error',
  missing_permission: 'warning',
  broken: 'error',
  catching_up: 'warning',
  paused: 'note',
}

/** What is wrong or unfinished with these connections now. */
export function listStandingIssues(connections: readonly ConnectionView[], now: Date): StandingIssue[] {
  return connections.flatMap((connection) => [
    ...connectionIssue(connection),
    ...connection.streams.flatMap((stream) => streamIssues(connection, stream, now)),
  ])
}

function connectionIssue({ id, label, status, message, since, createdAt, account }: ConnectionView): StandingIssue[] {
  const severity = told[status]
  if (!severity) return []
  const name = account ? `${label} (${account.name})` : label
  const advice = message ?? 'Open the connection for details.'
  return [
    { kind: 'connection', key: id, severity, title: `${name} needs attention`, advice, since: since ?? createdAt },
  ]
}

function streamIssues(
  { id, label, paused, createdAt, status }: ConnectionView,
  stream: StreamView,
  now: Date,
): StandingIssue[] {
  const issues: StandingIssue[] = []
  const key = `${id}:${stream.id}`
  if (!stream.complete && !paused) {
    const reached = stream.completeSince ? `is in from ${stream.completeSince.slice(0, 10)} on` : 'is being read'
    issues.push({
      kind: 'incomplete_history',
      key,
      severity: 'note',
      title: `${label}: the history of ${stream.label.toLowerCase()} is not complete`,
      advice: `It ${reached}. Until all of it is in, older periods are too low and returning customers may be taken for new ones.`,
      since: createdAt,
    })
  }
  const last = stream.lastSuccessAt ?? createdAt
  if (!paused && !told[status] && now.getTime() - Date.parse(last) > staleAfterMs) {
    issues.push({
      kind: 'stale_sync',
      key,
      severity: 'warning',
      title: `${label}: ${stream.label.toLowerCase()} were last updated a while ago`,
      advice: 'Figures after that time are missing. Check that the worker of this installation is running.',
      since: last,
    })
  }
  return issues
}
