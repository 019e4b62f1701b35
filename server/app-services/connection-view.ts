import { dayOf } from '@tillsight/core/days'
import type { JobView } from '@tillsight/database'
import { type ConnectionServices, type ConnectionView as StandingView, syncJob } from '@tillsight/domain'
import type { AdAccountView, ConnectionStatus, ConnectionView, StreamView, UpdatesView } from '../../app/connecting.ts'
import { instantText } from '../../app/format/index.ts'

/** The few words a card shows for each way an account can stand. */
const statuses: Readonly<Record<StandingView['status'], ConnectionStatus>> = {
  paused: 'paused',
  needs_reauth: 'broken',
  account_state: 'broken',
  missing_permission: 'broken',
  broken: 'broken',
  catching_up: 'late',
  choose_accounts: 'broken',
  verifying: 'importing',
  backfilling: 'importing',
  healthy: 'healthy',
}

/** What a view is made of beside how the connection stands. */
export interface Surroundings {
  readonly services: Pick<ConnectionServices, 'connectors' | 'addresses'>
  /** What is running right now. */
  readonly jobs: readonly JobView[]
  /** Of whoever looks. */
  readonly zone: string
  readonly now: Date
}

/** A connection as its card shows it. */
export function toConnectionView(view: StandingView, { services, jobs, ...at }: Surroundings): ConnectionView {
  const syncs = jobs.filter((job) => job.queue === syncJob.name && job.key === view.id)
  const running = syncs.find(({ state }) => state === 'running')
  const isReading = running !== undefined || syncs.some((job) => isAboutToRun(job, at.now))
  const looks = view.streams.flatMap(({ nextLookAt }) => nextLookAt ?? [])
  const successes = view.streams.flatMap(({ lastSuccessAt }) => lastSuccessAt ?? [])
  const { account, gaps } = view
  return {
    id: view.id,
    connector: view.connector,
    connectorLabel: view.label,
    kind: view.isStore ? 'store' : 'ads',
    account: account?.name ?? view.values.url ?? view.label,
    status: statuses[view.status],
    isReading,
    needsReconnect: view.status === 'needs_reauth',
    message: view.waiting ? waitingText(view.waiting, at) : view.message,
    since: view.since,
    pausedAt: view.pausedAt,
    connectedAt: view.createdAt,
    lastSyncAt: successes.toSorted().at(-1) ?? null,
    nextSyncAt: looks.toSorted().at(0) ?? null,
    access: view.access,
    store: account,
    apiVersion: connectorOf(view, services)?.apiVersion.name ?? '',
    values: view.values,
    updates: toUpdatesView(view, services),
    streams: view.streams.map((stream) => toStreamView(stream, { running, isReading })),
    adAccounts: view.adAccounts.map(toAdAccountView),
    awaitsChoice: view.status === 'choose_accounts',
    gaps,
    missing: view.warnings.filter((warning) => !gaps.some(({ what }) => warning.includes(what))),
  }
}

const soonMs = 5_000

/** Asked for, and waiting for nothing but a worker. */
function isAboutToRun({ state, startAfter }: JobView, now: Date): boolean {
  return state === 'waiting' && startAfter.getTime() <= now.getTime() + soonMs
}

/** `until 06:12`, with the day where that is not today. */
function waitingText(
  { for: what, until }: NonNullable<StandingView['waiting']>,
  { zone, now }: Pick<Surroundings, 'zone' | 'now'>,
): string {
  const isToday = dayOf(new Date(until), zone) === dayOf(now, zone)
  const text = instantText(until, zone)
  const at = isToday ? text.slice(text.lastIndexOf(' ') + 1) : text
  return `Waiting for ${what} until ${at}. Reading goes on by itself then; nothing is lost.`
}

function toAdAccountView(account: StandingView['adAccounts'][number]): AdAccountView {
  const { id, name, currency, zone, statusText, readable, note, chosen, problem } = account
  return {
    id,
    name,
    currency,
    zone,
    statusText,
    isActive: account.status === 'active',
    readable,
    note,
    chosen,
    problem: problem && { message: problem.message, since: problem.since },
    countsGoals: account.conversionsAre === 'goals',
  }
}

function connectorOf({ connector }: StandingView, { connectors }: Surroundings['services']) {
  return connectors.find(({ id }) => id === connector)
}

function toUpdatesView(view: StandingView, services: Surroundings['services']): UpdatesView {
  const { webhooks } = view
  return {
    state: updatesState(view, services),
    ensuredAt: webhooks?.ensuredAt ?? null,
    active: webhooks?.active ?? 0,
    reactivatedAt: webhooks?.reactivatedAt ?? [],
  }
}

function updatesState(view: StandingView, services: Surroundings['services']): UpdatesView['state'] {
  const { access, webhooks } = view
  if (!connectorOf(view, services)?.webhooks) return 'unsupported'
  if (access !== 'read_write') return 'not_allowed'
  if (!services.addresses) return 'no_address'
  if (webhooks === null) return 'pending'
  if (webhooks.active === 0) return 'refused'
  return webhooks.mistrusted.length > 0 ? 'mending' : 'working'
}

type Standing = StandingView['streams'][number]

/** What is done with the connection at this moment. */
interface Activity {
  readonly running: JobView | undefined
  readonly isReading: boolean
}

function toStreamView(stream: Standing, { running, isReading }: Activity): StreamView {
  // A job names the stream that it is at, and its counts are those of this stream.
  const isRead = running?.message?.startsWith(`${stream.label}: `) ?? false
  // What failed before is being tried again right now: it is not known to fail any more.
  const problem = isReading ? null : stream.problem
  const state = streamState({ ...stream, problem }, isRead)
  return {
    id: stream.id,
    label: stream.label,
    state,
    done: stream.done,
    total: stream.total,
    completeSince: stream.completeSince,
    completeThrough: stream.syncedThrough,
    mayChangeFrom: stream.restateFrom,
    oldestAvailable: stream.oldestAvailable,
    lastSuccessAt: stream.lastSuccessAt,
    nextLookAt: stream.nextLookAt,
    estimatedEndAt: state === 'importing' && isRead ? (running?.estimatedEndAt?.toISOString() ?? null) : null,
    ...troubleOf(problem),
  }
}

function troubleOf(problem: Standing['problem']): Pick<StreamView, 'error' | 'retryAt'> {
  return problem === null ? { error: null, retryAt: null } : { error: problem.message, retryAt: problem.retryAt }
}

/** Some platforms prepare a history before the first record of it arrives. */
function streamState({ problem, complete, done, total }: Standing, isRead: boolean): StreamView['state'] {
  if (problem !== null) return isTriedSoon(problem) ? 'retrying' : 'failed'
  if (complete) return 'complete'
  return isRead || done > 0 || (total ?? 0) > 0 ? 'importing' : 'waiting'
}

function isTriedSoon({ kind, retryAt }: NonNullable<Standing['problem']>): boolean {
  return retryAt !== null && (kind === 'transient' || kind === 'throttled')
}
