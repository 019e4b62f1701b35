import type { Clock } from '@tillsight/core'
import { addDays, dayOf, startOfDay } from '@tillsight/core/days'
import {
  type Db,
  type LostObjectRow,
  listLostObjects,
  listPlatformPauses,
  listStrangeBillingEvents,
} from '@tillsight/database'
import type { Connector } from '@tillsight/platforms/connectors'
import type { ConnectionStatus, ConnectionView, StreamView } from '../connections/index.ts'
import type { Shop } from '../context/index.ts'
import type { HealthPlace, Severity } from './describe-issue.ts'

/** An issue derived from a connection's current status rather than stored. */
interface StatusIssue {
  readonly kind:
    | 'connection'
    | 'ad_account'
    | 'incomplete_history'
    | 'stale_sync'
    | 'token_expiring'
    | 'zone_differs'
    | 'zone_missing'
    | 'currency_differs'
  readonly key: string
  readonly severity: Severity
  readonly title: string
  readonly advice: string
  readonly since: string
  readonly place: HealthPlace
}

/** The shop and time that connections are compared with. */
interface Beside {
  readonly now: Date
  readonly shop: Pick<Shop, 'zone' | 'currency' | 'settings'>
}

const staleAfterMs = 6 * 3_600_000
const told: Partial<Record<ConnectionStatus, Severity>> = {
  needs_reauth: 'error',
  account_state: 'error',
  missing_permission: 'warning',
  broken: 'error',
  choose_accounts: 'warning',
  catching_up: 'warning',
  paused: 'note',
}

/** Current problems and unfinished steps of these connections. */
export function listStatusIssues(connections: readonly ConnectionView[], beside: Beside): StatusIssue[] {
  return connections.flatMap((connection) => [
    ...connectionIssue(connection),
    ...accountIssues(connection, beside.now),
    ...expiryIssue(connection, beside.now),
    ...basicsIssues(connection, beside),
    ...connection.streams.flatMap((stream) => streamIssues(connection, stream, beside.now)),
  ])
}

function connectionIssue(connection: ConnectionView): StatusIssue[] {
  const { id, label, status, message, since, waiting, createdAt, account } = connection
  // An installation-wide limit is reported to its operator; nobody else can do anything about it.
  const severity = waiting ? 'note' : told[status]
  if (!severity) return []
  const title = `${nameOf({ label, account })} needs attention`
  const advice = message ?? 'Open the connection for details.'
  return [{ kind: 'connection', key: id, severity, title, advice, since: since ?? createdAt, place: at(id) }]
}

/** A failure that may end on its own is reported only after this time; most end before. */
const failingReportedMs = 3_600_000

/** Chosen accounts that cannot be read while others can. */
function accountIssues({ id, label, adAccounts, paused }: ConnectionView, now: Date): StatusIssue[] {
  if (paused) return []
  return adAccounts.flatMap(({ id: account, name, chosen, problem }): StatusIssue[] => {
    if (!chosen || !problem) return []
    if (problem.kind === 'failing' && now.getTime() - Date.parse(problem.since) < failingReportedMs) return []
    const title = `${label}: the account “${name}” is not read`
    const severity = problem.kind === 'changed' ? 'error' : 'warning'
    const advice = `${problem.message} Since ${problem.since.slice(0, 10)} nothing new of it is in the figures.`
    return [
      { kind: 'ad_account', key: `${id}:${account}`, severity, title, advice, since: problem.since, place: at(id) },
    ]
  })
}

function nameOf({ label, account }: Pick<ConnectionView, 'label' | 'account'>): string {
  return account ? `${label} (${account.name})` : label
}

function at(connection: string): HealthPlace {
  return { page: 'connections', connection }
}

/** Reading usually extends the expiry, so access that expires soon has not been readable for a while. */
const dayMs = 24 * 3_600_000
const expiryReportedMs = 14 * dayMs
const expirySteps = [2, 7, 14]

function signInAgain({ label, account }: ConnectionView, day: string): string {
  const who = account ? `${account.name}, or somebody else who sees the same accounts,` : 'Whoever connected it'
  return `${who} reconnects ${label} with one click before ${day}; the chosen accounts and all figures stay. After that day nothing new is read.`
}

function expiryIssue(connection: ConnectionView, now: Date): StatusIssue[] {
  const { id, label, accessEndsAt, paused, status, isStore } = connection
  if (accessEndsAt === null || status === 'needs_reauth') return []
  const left = Date.parse(accessEndsAt) - now.getTime()
  if (left > expiryReportedMs) return []
  const day = accessEndsAt.slice(0, 10)
  const since = new Date(Date.parse(accessEndsAt) - expiryReportedMs).toISOString()
  // Ad platforms require a new sign-in: the issue is raised again as the expiry approaches.
  const step = isStore ? '' : (expirySteps.find((days) => left <= days * dayMs) ?? '')
  const key = step === '' ? id : `${id}:${step}`
  const issue = { kind: 'token_expiring', key, since, place: at(id) } as const
  if (left <= 0) {
    const title = `The access to ${nameOf(connection)} has ended`
    const advice = `It was granted until ${day} and was not renewed in time. Connect it again; data up to now is kept.`
    return [{ ...issue, severity: 'error', title, advice }]
  }
  const title = `The access to ${nameOf(connection)} ends on ${day}`
  if (!isStore) return [{ ...issue, severity: 'warning', title, advice: signInAgain(connection, day) }]
  const how = paused ? 'Resume it, which renews it at once' : `See what keeps ${label} from being read`
  const advice = `It is renewed by itself as a rule, and has not been for long. ${how}; after that day it has to be connected again.`
  return [{ ...issue, severity: 'warning', title, advice }]
}

/** Issues if the store's currency or zone differs from the shop's, which the owner may intend. */
function basicsIssues({ id, account, createdAt, isStore }: ConnectionView, { shop }: Beside): StatusIssue[] {
  if (!isStore || account === null || shop.settings.keepsOwnBasics) return []
  const issue = { key: id, severity: 'warning', since: createdAt, place: { page: 'basics' } } as const
  const decide = 'Take over what the store says, or confirm that it is wanted so'
  const differs: StatusIssue = {
    ...issue,
    kind: 'zone_differs',
    title: `The store’s days follow ${account.zone}, those here ${shop.zone}`,
    advice: `Orders around midnight are on another day here than in the store, so figures of single days differ. ${decide}.`,
  }
  const missing: StatusIssue = {
    ...issue,
    kind: 'zone_missing',
    title: `The store has no time zone, only a fixed offset (UTC${account.zone})`,
    advice:
      'Daylight saving is not followed, so for half of the year orders around midnight are on another day than on your clock. In WordPress choose a city under Settings > General > Timezone; it is taken over with the next check. Or choose the zone here, under Settings.',
  }
  const zones = isOffset(shop.zone) ? [missing] : account.zone === shop.zone ? [] : [differs]
  const currency: StatusIssue = {
    ...issue,
    kind: 'currency_differs',
    title: `The store sells in ${account.currency}, figures here are in ${shop.currency}`,
    advice: `Every order is converted at the rate of its day, so amounts differ from the store’s own. ${decide}.`,
  }
  return [...zones, ...(account.currency === shop.currency ? [] : [currency])]
}

/** Whether the zone is an offset such as `+02:00`, as returned by sites that have not chosen a city. */
function isOffset(zone: string): boolean {
  return /^[+-]\d\d:\d\d$/.test(zone)
}

function streamIssues(
  { id, label, paused, createdAt, status, isStore }: ConnectionView,
  stream: StreamView,
  now: Date,
): StatusIssue[] {
  const issues: StatusIssue[] = []
  const key = `${id}:${stream.id}`
  if (!stream.complete && !paused && status !== 'choose_accounts') {
    const reached = stream.completeSince ? `is in from ${stream.completeSince.slice(0, 10)} on` : 'is being read'
    issues.push({
      kind: 'incomplete_history',
      key,
      severity: 'note',
      title: `${label}: the history of ${stream.label.toLowerCase()} is not complete`,
      advice: isStore
        ? `It ${reached}. Until all of it is in, older periods are too low and returning customers may be taken for new ones.`
        : `It ${reached}. Until all of it is in, older days have no costs or too low ones.`,
      since: createdAt,
      place: at(id),
    })
  }
  const last = stream.lastSuccessAt ?? createdAt
  if (!paused && !told[status] && isStale(stream, { last, now })) {
    issues.push({
      kind: 'stale_sync',
      key,
      severity: 'warning',
      title: `${label}: ${stream.label.toLowerCase()} were last updated a while ago`,
      advice: 'Data after that time is missing. Check that the worker of this installation is running.',
      since: last,
      place: at(id),
    })
  }
  return issues
}

/** Whether a stream is long overdue; one that is read once a day is not late after six hours. */
function isStale({ nextLookAt }: StreamView, { last, now }: { readonly last: string; readonly now: Date }): boolean {
  const isRare = nextLookAt !== null && Date.parse(nextLookAt) - Date.parse(last) > staleAfterMs
  return now.getTime() - Date.parse(isRare ? nextLookAt : last) > staleAfterMs
}

/** An issue that concerns every shop of an installation and that only its operator can fix. */
export interface InstallationIssue {
  readonly kind: 'platform_pause' | 'api_version_ends' | 'billing_strangers' | 'lost_files'
  /** Distinguishes it from others of its kind; a repeated pause is a separate issue. */
  readonly key: string
  readonly severity: Severity
  readonly title: string
  readonly advice: string
  readonly since: string
  /** When it ends on its own; null if it does not. */
  readonly until: string | null
}

/** What finding these issues requires. */
export interface InstallationLook {
  readonly queries: Db
  readonly clock: Clock
  readonly connectors: readonly Connector[]
}

const endReportedDays = 60
const mostNamed = 5

/** Lists current problems of the installation as a whole, each once, however many connections are affected. */
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
  return [
    ...pauses,
    ...connectors.flatMap((connector) => versionIssue(connector, now)),
    ...(await strangerIssue(queries, now)),
    ...lostFilesIssue(await listLostObjects(queries)),
  ]
}

const strangersReportedMs = 30 * 86_400_000

/** Payments of customers that nobody here knows. */
async function strangerIssue(queries: Db, now: Date): Promise<InstallationIssue[]> {
  const events = await listStrangeBillingEvents(queries, new Date(now.getTime() - strangersReportedMs))
  const [first] = events
  if (!first) return []
  const customers = new Set(events.flatMap(({ customerId }) => customerId ?? []))
  return [
    {
      kind: 'billing_strangers',
      key: [...customers].toSorted((one, other) => one.localeCompare(other)).join(' '),
      severity: 'warning',
      title:
        customers.size === 1
          ? 'The payment service tells of a customer that nobody here knows'
          : `The payment service tells of ${customers.size} customers that nobody here knows`,
      advice:
        'Another installation may use the same account: give each its own, or its own webhook. If an organisation was deleted here, end its subscription there. Nothing was changed here.',
      since: first.receivedAt.toISOString(),
      until: null,
    },
  ]
}

/** One for all files that went at once; those that go later are told of again. */
function lostFilesIssue(lost: readonly LostObjectRow[]): InstallationIssue[] {
  const since = new Date(Math.max(...lost.map(({ lostAt }) => lostAt.getTime())))
  if (lost.length === 0) return []
  const names = lost.slice(0, mostNamed).map(({ bucket, name }) => `${bucket}/${name}`)
  return [
    {
      kind: 'lost_files',
      key: since.toISOString(),
      severity: 'error',
      title:
        lost.length === 1
          ? 'The content of a stored file is missing'
          : `The content of ${lost.length} stored files is missing`,
      advice: `They are named here, and cannot be read: ${names.join(', ')}. Bring the folder “files” of the data folder back from a backup, or the objects of the bucket (STORAGE_S3_…); tillsight doctor then says that all is there.`,
      since: since.toISOString(),
      until: null,
    },
  ]
}

function versionIssue({ id, label, apiVersion }: Connector, now: Date): InstallationIssue[] {
  const { name, endsOn } = apiVersion
  if (endsOn === undefined || dayOf(now, 'Etc/UTC') < addDays(endsOn, -endReportedDays)) return []
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
        ? `Update Tillsight: nothing of ${label} can be read any more. Data up to then is kept.`
        : `Update Tillsight before that day, or nothing of ${label} can be read any more.`,
      since: startOfDay(addDays(endsOn, -endReportedDays), 'Etc/UTC').toISOString(),
      until: null,
    },
  ]
}

/** Formats an instant to the minute, in UTC. */
function moment(instant: string): string {
  return `${instant.slice(0, 10)} ${instant.slice(11, 16)} UTC`
}
