import { dayOf } from '@tillsight/core/days'
import type { ConnectorView, ConnectionView as StandingView, WorkView } from '@tillsight/domain'
import { instantText } from '../../format/index.ts'
import type { ShopServices, Viewer } from '../../services.ts'

// Connections as pages show them, assembled from the verbs' results.

/**
 * `importing`: history still comes in · `healthy` · `late`: syncs fail for now and are retried ·
 * `broken`: needs the owner (`message` says what to do) · `paused`: by the owner.
 */
export type ConnectionStatus = 'importing' | 'healthy' | 'late' | 'broken' | 'paused'

/** A summary of a connection, for pages. */
export interface ConnectionView
  extends Pick<StandingView, 'id' | 'connector' | 'since' | 'pausedAt' | 'access' | 'values' | 'adAccounts' | 'gaps'> {
  readonly connectorLabel: string
  readonly kind: ConnectorView['kind']
  /** The account in the merchant's words: the store's address. */
  readonly account: string
  readonly status: ConnectionStatus
  /** Whether it is being read now, or will be as soon as a worker is free; earlier failures may no longer hold. */
  readonly isReading: boolean
  /** Whether only new keys or a new approval help. */
  readonly needsReconnect: boolean
  /** For `late` and `broken`: what happened, what it means, what to do. */
  readonly message: string | null
  readonly connectedAt: string
  readonly lastSyncAt: string | null
  readonly nextSyncAt: string | null
  /** What the platform says about the account; null before the first check. */
  readonly store: StandingView['account']
  /** Version of the platform's API that is read. */
  readonly apiVersion: string
  readonly updates: UpdatesView
  readonly streams: readonly StreamView[]
  /** Ad platforms: whether somebody has to choose first which of its accounts to read. */
  readonly awaitsChoice: boolean
  /** What else is incomplete or surprising, one sentence each. */
  readonly missing: readonly string[]
}

/**
 * Status of the platform's webhooks. `unsupported`: it has none · `not_allowed`: the key is read-only · `no_address`: it
 * cannot reach us · `pending`: being set up · `refused`: the platform rejects them · `mending`: signed with another secret,
 * being set up again · `working`.
 */
export interface UpdatesView {
  readonly state: 'unsupported' | 'not_allowed' | 'no_address' | 'pending' | 'refused' | 'mending' | 'working'
  /** When they were last verified. */
  readonly ensuredAt: string | null
  /** Topics that are active. */
  readonly active: number
  /** When the platform had disabled them and they were enabled again, within the last week. */
  readonly reactivatedAt: readonly string[]
}

type Status = StandingView['streams'][number]

/** The sync progress of one stream. */
export interface StreamView
  extends Pick<
    Status,
    'id' | 'label' | 'done' | 'total' | 'completeSince' | 'oldestAvailable' | 'lastSuccessAt' | 'nextLookAt'
  > {
  /** `retrying`: failed just now and is tried again by itself within the hour · `failed`: needs somebody, or much time. */
  readonly state: 'waiting' | 'importing' | 'complete' | 'retrying' | 'failed'
  /** Complete up to here; null: not known yet. */
  readonly completeThrough: string | null
  /** The platform may still restate data from this instant on. */
  readonly mayChangeFrom: string | null
  /** Null: not known yet. */
  readonly estimatedEndAt: string | null
  readonly error: string | null
  /** When a failed sync is retried automatically; null when nothing failed, or somebody has to act. */
  readonly retryAt: string | null
}

/** Every connected account of the shop. Cheap enough for every page: no call to a platform. */
export async function readConnections(
  services: Pick<ShopServices, 'run' | 'viewer'>,
): Promise<readonly ConnectionView[]> {
  const { run } = services
  const [views, connectors, work, whoLooks] = await Promise.all([
    run('connection.list'),
    run('connector.list'),
    run('work.list'),
    services.viewer(),
  ])
  return views.map((view) => toConnectionView(view, { connectors, work, viewer: whoLooks }))
}

/** The account in the merchant's words: the store's address. */
export function accountName({ account, values, label }: StandingView): string {
  return account?.name ?? values['url'] ?? label
}

/** Page status for each status of a connection. */
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

/** What a view is built from, besides the connection's status. */
interface Context {
  readonly connectors: readonly Pick<ConnectorView, 'id' | 'apiVersion' | 'updates'>[]
  /** Jobs that are running or queued. */
  readonly work: readonly WorkView[]
  readonly viewer: Viewer
}

/** Builds the view of a connection that its card shows. */
function toConnectionView(view: StandingView, { connectors, work, viewer }: Context): ConnectionView {
  const connector = connectors.find(({ id }) => id === view.connector)
  const syncs = work.filter(({ what, about }) => what === 'sync' && about === view.id)
  const running = syncs.find(({ state }) => state === 'running')
  const isReading = running !== undefined || syncs.some(({ isDue }) => isDue)
  const looks = view.streams.flatMap(({ nextLookAt }) => nextLookAt ?? [])
  const successes = view.streams.flatMap(({ lastSuccessAt }) => lastSuccessAt ?? [])
  const { account, gaps } = view
  return {
    id: view.id,
    connector: view.connector,
    connectorLabel: view.label,
    kind: view.isStore ? 'store' : 'ads',
    account: accountName(view),
    status: statuses[view.status],
    isReading,
    needsReconnect: view.status === 'needs_reauth',
    message: view.waiting ? waitingText(view.waiting, viewer) : view.message,
    since: view.since,
    pausedAt: view.pausedAt,
    connectedAt: view.createdAt,
    lastSyncAt: successes.toSorted().at(-1) ?? null,
    nextSyncAt: looks.toSorted().at(0) ?? null,
    access: view.access,
    store: account,
    apiVersion: connector?.apiVersion ?? '',
    values: view.values,
    updates: toUpdatesView(view, connector?.updates),
    streams: view.streams.map((stream) => toStreamView(stream, { running, isReading })),
    adAccounts: view.adAccounts,
    awaitsChoice: view.status === 'choose_accounts',
    gaps,
    missing: view.warnings.filter((warning) => !gaps.some(({ what }) => warning.includes(what))),
  }
}

/** `until 06:12`, with the day where that is not today. */
function waitingText({ for: what, until }: NonNullable<StandingView['waiting']>, { zone, today }: Viewer): string {
  const isToday = dayOf(new Date(until), zone) === today
  const text = instantText(until, zone)
  const at = isToday ? text.slice(text.lastIndexOf(' ') + 1) : text
  return `Waiting for ${what} until ${at}. Reading goes on by itself then; nothing is lost.`
}

type Possible = ConnectorView['updates'] | undefined

function toUpdatesView(view: StandingView, possible: Possible): UpdatesView {
  const { webhooks } = view
  return {
    state: updatesState(view, possible),
    ensuredAt: webhooks?.ensuredAt ?? null,
    active: webhooks?.active ?? 0,
    reactivatedAt: webhooks?.reactivatedAt ?? [],
  }
}

function updatesState({ access, webhooks }: StandingView, possible: Possible): UpdatesView['state'] {
  if (possible === undefined || possible === 'unsupported') return 'unsupported'
  if (access !== 'read_write') return 'not_allowed'
  if (possible === 'no_address') return 'no_address'
  if (webhooks === null) return 'pending'
  if (webhooks.active === 0) return 'refused'
  return webhooks.mistrusted.length > 0 ? 'mending' : 'working'
}

/** Work in progress on a connection. */
interface Activity {
  readonly running: WorkView | undefined
  readonly isReading: boolean
}

function toStreamView(stream: Status, { running, isReading }: Activity): StreamView {
  // A job's message names its current stream, and its counts are those of this stream.
  const isRead = running?.message?.startsWith(`${stream.label}: `) ?? false
  // The earlier failure is being retried right now: whether it still fails is unknown.
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
    estimatedEndAt: state === 'importing' && isRead ? (running?.estimatedEndAt ?? null) : null,
    ...troubleOf(problem),
  }
}

function troubleOf(problem: Status['problem']): Pick<StreamView, 'error' | 'retryAt'> {
  return problem === null ? { error: null, retryAt: null } : { error: problem.message, retryAt: problem.retryAt }
}

/** Some platforms prepare a history before the first record of it arrives. */
function streamState({ problem, complete, done, total }: Status, isRead: boolean): StreamView['state'] {
  if (problem !== null) return isTriedSoon(problem) ? 'retrying' : 'failed'
  if (complete) return 'complete'
  return isRead || done > 0 || (total ?? 0) > 0 ? 'importing' : 'waiting'
}

function isTriedSoon({ kind, retryAt }: NonNullable<Status['problem']>): boolean {
  return retryAt !== null && (kind === 'transient' || kind === 'throttled')
}

/** The store account's own time zone and currency. */
export interface StoreBasics {
  readonly zone: string
  readonly currency: string
}

/** Basics of the connected store; null without one, or when it has not reported them. */
export function storeBasics(connections: readonly StandingView[]): StoreBasics | null {
  const store = connections.find(({ isStore, account }) => isStore && account !== null)
  return store?.account ? { zone: store.account.zone, currency: store.account.currency } : null
}
