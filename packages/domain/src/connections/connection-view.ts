import {
  type AdAccountRow,
  type Db,
  listAdAccounts,
  listSyncStates,
  type OpenConnectionRow,
  type SyncStateRow,
} from '@tillsight/database'
import type { AnyStream, Connector } from '@tillsight/platforms/connectors'
import { z } from 'zod'
import { AdAccountView, viewAdAccount } from './ad-accounts.ts'
import { type ConnectionServices, connectorOf } from './platform-call.ts'
import { connectionStatuses, Problem, statusOf, Waiting } from './status.ts'
import { Account, type Connection, Gap, readStored, WebhookStatus } from './stored-connection.ts'

const trustMs = 2 * 24 * 3_600_000

/** Whether changes arrive by webhook: a recent check found them active, and no delivery was wrongly signed. */
export function webhooksWork({ access, webhooks }: Pick<Connection, 'access' | 'webhooks'>, now: Date): boolean {
  if (access !== 'read_write' || webhooks === null || webhooks.active === 0 || webhooks.mistrusted.length > 0)
    return false
  return now.getTime() - Date.parse(webhooks.ensuredAt) < trustMs
}

const Instant = z.iso.datetime().nullable()

/** The sync progress of one stream. */
export const StreamView = z.object({
  id: z.string(),
  label: z.string(),
  /** Whether the whole history has been read. */
  complete: z.boolean(),
  done: z.number(),
  total: z.number().nullable(),
  /** Nothing is missing up to this instant. */
  syncedThrough: Instant,
  /** The history has been read back to this instant. */
  completeSince: Instant,
  /** The platform may still restate data from this instant on. */
  restateFrom: Instant,
  /** The platform keeps no older data. */
  oldestAvailable: Instant,
  /** When the history or the changes were last read completely. */
  lastSuccessAt: Instant,
  /** When the next automatic sync is due, retries included; null while none is planned. */
  nextLookAt: Instant,
  problem: Problem.nullable(),
})
export type StreamView = z.infer<typeof StreamView>

/** A connected account as shown to its owner; contains no secrets. */
export const ConnectionView = z.object({
  id: z.string(),
  connector: z.string(),
  label: z.string(),
  status: z.enum(connectionStatuses),
  message: z.string().nullable(),
  since: z.iso.datetime().nullable(),
  /** The installation-wide limit that everything is waiting for, and until when. */
  waiting: Waiting.nullable(),
  paused: z.boolean(),
  pausedAt: Instant,
  access: z.enum(['read', 'read_write']),
  account: Account.nullable(),
  warnings: z.array(z.string()),
  /** Optional permissions that were not granted; a warning may summarise them in one sentence. */
  gaps: z.array(Gap),
  /** Non-secret values, by field key. */
  values: z.record(z.string(), z.string()),
  webhooks: WebhookStatus.nullable(),
  streams: z.array(StreamView),
  createdAt: z.iso.datetime(),
  /** Whether it is the shop's store; else an ad platform. */
  isStore: z.boolean(),
  /** For an ad platform: the accounts that the sign-in can access. */
  adAccounts: z.array(AdAccountView),
  /** Of a store: address of an order in its own admin, with `{order}` for the order's id; null while it is not known. */
  orderPage: z.string().nullable(),
  /** When the granted access expires if it is not used; null if it does not. */
  accessEndsAt: Instant,
})
export type ConnectionView = z.infer<typeof ConnectionView>

/** Reads the state of a connection. */
export async function viewConnection(
  db: Db,
  row: OpenConnectionRow,
  { services, now }: { services: Pick<ConnectionServices, 'connectors'>; now: Date },
): Promise<ConnectionView> {
  const isAds = connectorOf(services, row.connector).kind === 'ads'
  const adAccounts = isAds ? await listAdAccounts(db, row.id) : []
  return describeConnection(row, { services, now, states: await listSyncStates(db, row.id), adAccounts })
}

interface Status {
  readonly services: Pick<ConnectionServices, 'connectors'>
  readonly now: Date
  readonly states: readonly SyncStateRow[]
  readonly adAccounts: readonly AdAccountRow[]
}

/** Describes a connection by the states of its streams. */
export function describeConnection(row: OpenConnectionRow, around: Status): ConnectionView {
  const { services, now, states, adAccounts } = around
  const connector = connectorOf(services, row.connector)
  const stored = readStored(row)
  const access = row.access === 'read_write' ? 'read_write' : 'read'
  const pace = webhooksWork({ access, webhooks: stored.webhooks }, now) ? 'withWebhooks' : 'without'
  const { problem } = stored
  // A problem of the whole account holds back each of its streams.
  const asked: Asking | null =
    row.paused || (problem && problem.retryAt === null) ? null : { pace, notBefore: problem?.retryAt ?? '' }
  const streams = connector.streams.map((stream) => viewStream(stream, states, asked))
  const awaitsChoice = connector.kind === 'ads' && !adAccounts.some(({ chosen }) => chosen)
  return {
    id: row.id,
    connector: row.connector,
    label: connector.label,
    ...statusOf({
      paused: row.paused,
      verified: stored.verified,
      problem,
      streams,
      awaitsChoice,
      now,
    }),
    paused: row.paused,
    pausedAt: row.paused ? stored.pausedAt : null,
    access,
    account: stored.account,
    warnings: stored.warnings,
    gaps: stored.gaps,
    values: typedValues(connector, stored.values),
    webhooks: stored.webhooks,
    streams,
    createdAt: row.createdAt.toISOString(),
    isStore: connector.kind === 'store',
    adAccounts: adAccounts.map(viewAdAccount),
    orderPage: orderPageOf(connector, stored.values),
    accessEndsAt: toText(connector.grantEnds?.(stored.values)),
  }
}

type StoredValues = Readonly<Record<string, string>>

function orderPageOf(connector: Connector, values: StoredValues): string | null {
  return connector.orderPage?.(values) ?? null
}

function typedValues({ connect }: Connector, values: StoredValues): Record<string, string> {
  const shown = connect.fields.filter(({ secret, key }) => !secret && key in values)
  return Object.fromEntries(shown.map(({ key }) => [key, values[key] ?? '']))
}

/** How often an active account is synced. */
interface Asking {
  readonly pace: keyof AnyStream['everyMinutes']
  /** ISO 8601; empty if nothing delays the next sync. */
  readonly notBefore: string
}

function viewStream(
  { id, label, everyMinutes }: AnyStream,
  states: readonly SyncStateRow[],
  asking: Asking | null,
): StreamView {
  const own = states.filter(({ stream }) => stream === id)
  const backfill = own.find(({ mode }) => mode === 'backfill')
  const increment = own.find(({ mode }) => mode === 'increment')
  const failed = problemOf(increment)
  return {
    id,
    label,
    ...historyOf(backfill),
    ...changesOf(increment),
    lastSuccessAt: toText(increment?.lastSuccessAt ?? backfill?.lastSuccessAt),
    // The history has a state of its own: its problems do not keep changes from being read.
    nextLookAt:
      asking && later(failed ? failed.retryAt : nextLook(increment, everyMinutes[asking.pace]), asking.notBefore),
    problem: failed ?? problemOf(backfill) ?? compareProblemOf(increment),
  }
}

function historyOf(state: SyncStateRow | undefined) {
  return {
    complete: (state?.lastSuccessAt ?? null) !== null,
    done: state?.done ?? 0,
    total: state?.total ?? null,
    completeSince: toText(state?.completeSince),
    oldestAvailable: toText(state?.oldestAvailable),
  }
}

function changesOf(state: SyncStateRow | undefined) {
  return { syncedThrough: toText(state?.syncedThrough), restateFrom: toText(state?.restateFrom) }
}

function problemOf(state: SyncStateRow | undefined): Problem | null {
  return state?.lastError ? Problem.parse(state.lastError) : null
}

const Compared = z.object({ compareProblem: Problem.nullable().default(null) })

/** The problem that keeps deletions from being found while changes are still read. */
function compareProblemOf(state: SyncStateRow | undefined): Problem | null {
  return state?.checkpoint ? Compared.parse(state.checkpoint).compareProblem : null
}

function nextLook(increment: SyncStateRow | undefined, minutes: number): string | null {
  const last = increment?.lastSuccessAt ?? increment?.updatedAt
  return last ? new Date(last.getTime() + minutes * 60_000).toISOString() : null
}

/** The later of two instants; null if the first is null. */
const later = (at: string | null, notBefore: string) => (at !== null && at < notBefore ? notBefore : at)

function toText(at: Date | null | undefined): string | null {
  return at?.toISOString() ?? null
}
