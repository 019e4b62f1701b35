import { AppError, type Clock, type ConnectionId, type ShopId } from '@tillsight/core'
import type { DayRange } from '@tillsight/core/days'
import { type Database, findPlatformPause, type Jobs, type SecretsBox, savePlatformPause } from '@tillsight/database'
import {
  type AdAccount,
  type ConnectionSettings,
  type Connector,
  type ConnectorContext,
  type InstantText,
  type OwnedHttpClient,
  type Renew,
  type SharedPauses,
  withPatience,
} from '@tillsight/platforms/connectors'
import type { ShopContext } from '../context/index.ts'

/** What working with platforms needs beyond a shop; supplied by the process's composition root. */
export interface ConnectionServices {
  readonly connectors: readonly Connector[]
  /** The operator's apps at the platforms, by connector and key. */
  readonly apps: Readonly<Record<string, ConnectionSettings>>
  readonly secrets: SecretsBox
  /** Opens a client for one account; the caller closes it. */
  openHttp(connector: Pick<Connector, 'pace'> & Partial<Pick<Connector, 'id'>>, waits?: PlatformWaits): OwnedHttpClient
  /** A platform's pauses for the whole installation; stored in the database. */
  pausesOf(connector: Pick<Connector, 'id'>): SharedPauses
  /** Our own addresses as platforms reach them; null while this installation has no public address. */
  readonly addresses: ConnectionAddresses | null
  readonly requests: WorkRequests
  /** An address that webhooks may be sent to, as it is called. Throws `invalid_input` for one inside a network. */
  checkReceiver(url: string): Promise<string>
  /** Hashes the password of a share link. Throws `unavailable` while too many are being hashed. */
  hashPassword(password: string): Promise<string>
  /** The address of a share link. */
  shareAddress(token: string): string
  /** An address of an incoming webhook of Slack. Throws `invalid_input` for any other. */
  checkSlack(url: string): string
  /** Background jobs, run by any process. */
  readonly jobs: Pick<Jobs, 'list'>
}

/** How long to wait in place for a platform that does not respond or asks for a pause; minutes by default. */
export interface PlatformWaits {
  readonly longestPauseMs?: number
}

/**
 * For work that holds up a person or another shop's sync: three attempts within five seconds. Anything slower fails and is
 * retried on its own schedule.
 */
export const whileOthersWait: PlatformWaits = { longestPauseMs: 10_000 }

/** Our own addresses as platforms and browsers reach them. */
export interface ConnectionAddresses {
  /** Where a platform posts the keys of a grant. */
  callback(connector: string): string
  /** Where the merchant's browser returns to. */
  connectReturn(connector: string): string
  webhook(connector: string, connection: ConnectionId): string
  /** Where a platform sends people who open the operator's app there. */
  app(connector: string): string
  /** Where a platform sends data erasure requests. */
  privacy(connector: string): string
  /** The public health check. */
  health(): string
}

/** A range for which to fetch reach, both ends included. */
export interface ReachOptions extends DayRange {
  readonly connection: ConnectionId
}

/** Requests for background work, done soon by any process that runs jobs. */
export interface WorkRequests {
  check(connection: ConnectionId): Promise<void>
  /** Syncs everything that can be read now, due or not. */
  sync(connection: ConnectionId): Promise<void>
  ensureWebhooks(connection: ConnectionId): Promise<void>
  processWebhooks(connection: ConnectionId): Promise<void>
  /** Fetches how many people an ad platform's ads reached in exactly these days. */
  reach(options: ReachOptions): Promise<void>
  /** Fetches the pictures of ads. */
  pictures(connection: ConnectionId): Promise<void>
  /** Compares these days of a shop with its store's own report. */
  reconcile(options: Partial<DayRange> & { readonly shop: ShopId }): Promise<void>
  /** Sends waiting orders to an ad platform. */
  tellPlatform(options: { readonly shop: ShopId; readonly platform: string }): Promise<void>
}

/** A context with access to platforms. */
export interface ConnectionContext extends ShopContext {
  readonly services: ConnectionServices
}

/** Throws `not_found` for an unknown connector, naming the known ones. */
export function connectorOf({ connectors }: Pick<ConnectionServices, 'connectors'>, id: string): Connector {
  const connector = connectors.find((candidate) => candidate.id === id)
  if (connector) return connector
  const known = connectors.map((candidate) => candidate.id).join(', ')
  throw new AppError('not_found', `“${id.slice(0, 40)}” cannot be connected. Known platforms: ${known}.`)
}

/** Credentials of the operator's app at a platform; empty if none is configured. */
export function appOf(
  { apps }: Pick<ConnectionServices, 'apps'>,
  connector: Pick<Connector, 'id'>,
): ConnectionSettings {
  return apps[connector.id] ?? {}
}

/** Whether merchants can be redirected to the platform: the operator's app is fully configured. */
export function canRedirect(services: Pick<ConnectionServices, 'apps'>, connector: Connector): boolean {
  const app = appOf(services, connector)
  const missing = (connector.connect.app ?? []).some(({ key, required }) => required && !app[key])
  return connector.connect.redirect !== undefined && !missing
}

/** Long enough for a slow store, short enough for a waiting person. */
const usualPatienceMs = 60_000

/** The account to call, and limits of the call. */
interface PlatformCall {
  readonly account: PlatformAccount
  readonly clock: Clock
  readonly signal?: AbortSignal
  readonly since?: InstantText
  readonly patienceMs?: number
}

/** An account as a connector sees it, stored or about to be. */
export interface PlatformAccount {
  readonly connector: Connector
  readonly settings: ConnectionSettings
  readonly renew: Renew
  /** Of an ad platform: the accounts that are read. */
  readonly accounts?: readonly AdAccount[]
}

/**
 * Runs one exchange with a platform on a client of its own. Without a signal it is aborted after a minute, as a temporary
 * failure of the platform.
 */
export async function callPlatform<T>(
  services: Pick<ConnectionServices, 'openHttp' | 'pausesOf' | 'apps'>,
  input: PlatformCall,
  call: (ctx: ConnectorContext) => Promise<T>,
): Promise<T> {
  const http = services.openHttp(input.account.connector, whileOthersWait)
  const { account, clock } = input
  const { settings, renew, accounts } = account
  const since = input.since ?? clock.now().toISOString()
  const app = appOf(services, account.connector)
  const pauses = services.pausesOf(account.connector)
  const usual = { settings, app, renew, http, pauses, clock, since, ...(accounts ? { accounts } : {}) }
  try {
    if (input.signal) return await call({ ...usual, signal: input.signal })
    return await withPatience(input.patienceMs ?? usualPatienceMs, (signal) => call({ ...usual, signal }))
  } finally {
    http.close()
  }
}

/** Pauses of a platform that every process of this installation respects, also after a restart. */
export function storedPauses(
  { db, clock }: { readonly db: Pick<Database, 'kysely'>; readonly clock: Clock },
  { id: platform }: Pick<Connector, 'id'>,
): SharedPauses {
  return {
    async until(scope) {
      const pause = await findPlatformPause(db.kysely, { platform, scope })
      return pause && pause.until > clock.now() ? pause.until : undefined
    },
    async hold(scope, until) {
      await savePlatformPause(db.kysely, { platform, scope, until, now: clock.now() })
    },
  }
}
