import type { JobView } from '@tillsight/database'
import type { ConnectionView as StandingView } from '@tillsight/domain'
import type { ConnectionStatus, ConnectionView, StreamView } from '../../app/services.ts'

/** The few words a card shows for each way an account can stand. */
const statuses: Readonly<Record<StandingView['status'], ConnectionStatus>> = {
  paused: 'paused',
  needs_reauth: 'broken',
  account_state: 'broken',
  missing_permission: 'broken',
  broken: 'broken',
  catching_up: 'late',
  verifying: 'importing',
  backfilling: 'importing',
  healthy: 'healthy',
}

/** A connection as its card shows it; what is running right now comes from the jobs. */
export function toConnectionView(view: StandingView, jobs: readonly JobView[]): ConnectionView {
  const running = jobs.find((job) => job.key === view.id && job.state === 'running')
  const looks = view.streams.flatMap(({ nextLookAt }) => nextLookAt ?? [])
  const successes = view.streams.flatMap(({ lastSuccessAt }) => lastSuccessAt ?? [])
  return {
    id: view.id,
    connector: view.connector,
    connectorLabel: view.label,
    account: view.account?.name ?? view.values.url ?? view.label,
    status: statuses[view.status],
    message: view.message,
    lastSyncAt: successes.toSorted().at(-1) ?? null,
    nextSyncAt: looks.toSorted().at(0) ?? null,
    access: view.access,
    streams: view.streams.map((stream) => toStreamView(stream, running)),
    missing: [...view.warnings, ...missingUpdates(view)],
  }
}

function missingUpdates(view: StandingView): string[] {
  if (view.access === 'read_write') return []
  return [
    'Instant updates are off, because the key may only read: new orders arrive within minutes instead of seconds.',
  ]
}

type Standing = StandingView['streams'][number]

function toStreamView(stream: Standing, running: JobView | undefined): StreamView {
  const state = streamState(stream)
  return {
    id: stream.id,
    label: stream.label,
    state,
    done: stream.done,
    total: stream.total,
    completeSince: stream.completeSince,
    estimatedEndAt: state === 'importing' ? (running?.estimatedEndAt?.toISOString() ?? null) : null,
    error: stream.problem?.message ?? null,
  }
}

function streamState({ problem, complete, done }: Standing): StreamView['state'] {
  if (problem !== null) return 'failed'
  if (complete) return 'complete'
  return done > 0 ? 'importing' : 'waiting'
}
