import {
  type AdAccountRow,
  type ConnectionRow,
  type Db,
  listAdAccounts,
  listSyncStates,
  type SyncStateRow,
} from '@tillsight/database'
import type { AnyStream, Connector } from '@tillsight/platforms/connectors'
import { z } from 'zod'
import { AdAccountView, viewAdAccount } from './ad-accounts.ts'
import { type ConnectionServices, connectorOf } from './platform-call.ts'
import { connectionStatuses, Problem, standingOf, Waiting } from './status.ts'
import { Account, type Connection, Gap, readStored, WebhookStanding } from './stored-connection.ts'

const trustMs = 2 * 24 * 3_600_000

/** Whether changes arrive by webhook: they were found active by a recent check, and nothing came that was signed wrongly. */
export function webhooksWork({ access, webhooks }: Pick<Connection, 'access' | 'webhooks'>, now: Date): boolean {
  if (access !== 'read_write' || webhooks === null || webhooks.active === 0 || webhooks.mistrusted.length > 0)
    return false
  return now.getTime() - Date.parse(webhooks.ensuredAt) < trustMs
}

const Instant = z.iso.datetime().nullable()

/** How far one stream has come. */
export const StreamView = z.object({
  id: z.string(),
  label: z.string(),
  /** Whether the whole history is in. */
  complete: z.boolean(),
  done: z.number(),
  total: z.number().nullable(),
  /** Nothing up to here is missing. */
  syncedThrough: Instant,
  /** The history is in from here on. */
  completeSince: Instant,
  /** From here on the platform may still change things. */
  restateFrom: Instant,
  /** The platform keeps nothing older. */
  oldestAvailable: Instant,
  /** When the history or the changes were last read to their end. */
  lastSuccessAt: Instant,
  /** When changes are looked for again by themselves, also after a failure; null while that is not planned. */
  nextLookAt: Instant,
  problem: Problem.nullable(),
})
export type StreamView = z.infer<typeof StreamView>

/** A connected account as its owner sees it; no secret is in it. */
export const ConnectionView = z.object({
  id: z.string(),
  connector: z.string(),
  label: z.string(),
  status: z.enum(connectionStatuses),
  message: z.string().nullable(),
  since: z.iso.datetime().nullable(),
  /** What everything here waits for, and until when. */
  waiting: Waiting.nullable(),
  paused: z.boolean(),
  pausedAt: Instant,
  access: z.enum(['read', 'read_write']),
  account: Account.nullable(),
  warnings: z.array(z.string()),
  /** What was not granted and can be done without; a warning may say the same in one sentence. */
  gaps: z.array(Gap),
  /** Values that are not secret, by field key. */
  values: z.record(z.string(), z.string()),
  webhooks: WebhookStanding.nullable(),
  streams: z.array(StreamView),
  createdAt: z.iso.datetime(),
  /** Whether it is a shop's store; else an ad account. */
  isStore: z.boolean(),
  /** Of an ad platform: the accounts that the sign-in shows. */
  adAccounts: z.array(AdAccountView),
  /** When what was granted ends unless it is read; null when it does not. */
  accessEndsAt: Instant,
})
export type ConnectionView = z.infer<typeof ConnectionView>

/** Reads how a connection stands. */
export async function viewConnection(
  db: Db,
  row: ConnectionRow,
  { services, now }: { services: Pick<ConnectionServices, 'connectors'>; now: Date },
): Promise<ConnectionView> {
  const isAds = connectorOf(services, row.connector).kind === 'ads'
  const adAccounts = isAds ? await listAdAccounts(db, row.id) : []
  return describeConnection(row, { services, now, states: await listSyncStates(db, row.id), adAccounts })
}

interface Standing {
  readonly services: Pick<ConnectionServices, 'connectors'>
  readonly now: Date
  readonly states: readonly SyncStateRow[]
  readonly adAccounts: readonly AdAccountRow[]
}

/** How a connection stands, by the states of its streams. */
export function describeConnection(row: ConnectionRow, around: Standing): ConnectionView {
  const { services, now, states, adAccounts } = around
  const connector = connectorOf(services, row.connector)
  const stored = readStored(row)
  const access = row.access === 'read_write' ? 'read_write' : 'read'
  const pace = webhooksWork({ access, webhooks: stored.webhooks }, now) ? 'withWebhooks' : 'without'
  const { problem } = stored
  // What keeps the whole account from being asked keeps every stream of it.
  const asked: Asking | null =
    row.paused || (problem && problem.retryAt === null) ? null : { pace, notBefore: problem?.retryAt ?? '' }
  const streams = connector.streams.map((stream) => viewStream(stream, states, asked))
  const awaitsChoice = connector.kind === 'ads' && !adAccounts.some(({ chosen }) => chosen)
  return {
    id: row.id,
    connector: row.connector,
    label: connector.label,
    ...standingOf({
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
    accessEndsAt: toText(connector.grantEnds?.(stored.values)),
  }
}

function typedValues({ connect }: Connector, values: Readonly<Record<string, string>>): Record<string, string> {
  const shown = connect.fields.filter(({ secret, key }) => !secret && key in values)
  return Object.fromEntries(shown.map(({ key }) => [key, values[key] ?? '']))
}

/** How an account is asked while it is. */
interface Asking {
  readonly pace: keyof AnyStream['everyMinutes']
  /** ISO 8601; empty when nothing is in the way. */
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
    // The history has a state of its own: trouble with it keeps nobody from looking for changes.
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
  return {
    syncedThrough: toText(state?.syncedThrough),
    restateFrom: toText(state?.restateFrom),
  }
}

function problemOf(state: SyncStateRow | undefined): Problem | null {
  return state?.lastError ? Problem.parse(state.lastError) : null
}

const Compared = z.object({ compareProblem: Problem.nullable().default(null) })

/** What keeps deletions from being found while changes are. */
function compareProblemOf(state: SyncStateRow | undefined): Problem | null {
  return state?.checkpoint ? Compared.parse(state.checkpoint).compareProblem : null
}

function nextLook(increment: SyncStateRow | undefined, minutes: number): string | null {
  const last = increment?.lastSuccessAt ?? increment?.updatedAt
  return last ? new Date(last.getTime() + minutes * 60_000).toISOString() : null
}

/** The later of two instants; null while there is no first. */
function later(at: string | null, notBefore: string): string | null {
  return at !== null && at < notBefore ? notBefore : at
}

function toText(at: Date | null | undefined): string | null {
  return at?.toISOString() ?? null
}
