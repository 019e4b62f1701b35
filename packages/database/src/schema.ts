import type { ConnectionId, OrganisationId, PersonId, ShopId } from '@tillsight/core'
import type { Day } from '@tillsight/core/days'
import type { ColumnType, Generated, JSONColumnType, Kysely, Transaction } from 'kysely'
import type { AdsSchema, ConversionsSchema, SpendSchema } from './ads-schema.ts'
import type { DashboardSchema, PrivacySchema, ReconciliationSchema } from './dashboard-schema.ts'
import type { IdentitySchema } from './identity-schema.ts'
import type { JourneysSchema, SurveySchema, TrackingSchema, TrackingSettingsSchema } from './visits-schema.ts'

type Stamp = ColumnType<Date, Date | undefined, Date>
type OptionalStamp = ColumnType<Date | null, Date | null | undefined, Date | null>
type JsonObject = Readonly<Record<string, unknown>>
type Json = JSONColumnType<JsonObject, string | undefined, string>
type OptionalJson = JSONColumnType<JsonObject | null, string | null | undefined, string | null>
/** `float8`: exact for whole numbers up to 2^53, and a plain number in TypeScript. */
type Count = ColumnType<number, number | undefined, number>

/** Tenants. */
export interface OrganisationsTable {
  id: Generated<OrganisationId>
  name: string
  createdAt: Stamp
}

/** Shops, each of one tenant. */
export interface ShopsTable {
  id: Generated<ShopId>
  organisationId: OrganisationId
  domain: string
  platform: string
  name: string
  zone: string
  currency: string
  country: ColumnType<string | null, string | null | undefined, string | null>
  settings: Json
  createdAt: Stamp
}

/** Connected accounts of platforms. */
export interface ConnectionsTable {
  id: Generated<ConnectionId>
  shopId: ShopId
  connector: string
  settings: Json
  /** Encrypted; what it holds is the connector's business. */
  secrets: Buffer
  status: string
  statusDetail: OptionalJson
  access: ColumnType<string | null, string | null | undefined, string | null>
  paused: Generated<boolean>
  createdAt: Stamp
  updatedAt: Stamp
}

/** Whether a stream is being filled backwards or kept current. */
export type SyncMode = 'backfill' | 'increment'

/** How far each stream of a connection has come. */
export interface SyncStatesTable {
  connectionId: ConnectionId
  stream: string
  mode: SyncMode
  checkpoint: OptionalJson
  done: Count
  total: ColumnType<number | null, number | null | undefined, number | null>
  syncedThrough: OptionalStamp
  completeSince: OptionalStamp
  restateFrom: OptionalStamp
  oldestAvailable: OptionalStamp
  lastSuccessAt: OptionalStamp
  lastError: OptionalJson
  updatedAt: Stamp
}

/** Connect flows that left for a platform. */
export interface PendingConnectsTable {
  state: string
  shopId: ShopId
  connector: string
  valuesEncrypted: Buffer
  access: ColumnType<string | null, string | null | undefined, string | null>
  expiresAt: Date
  usedAt: OptionalStamp
  /** SHA-256 of what the browser that began can show; null: nothing is asked of whoever comes back. */
  browserHash: ColumnType<string | null, string | null | undefined, string | null>
  /** When that browser came back, before the keys did. */
  returnedAt: OptionalStamp
  /** Keys that the platform posted and nobody has come back for. */
  grantedEncrypted: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>
}

/** `received` waits, `done` was processed, `failed` was given up. */
export type DeliveryState = 'received' | 'done' | 'failed'

/** Verified webhooks, kept until they are processed and a while longer. */
export interface WebhookDeliveriesTable {
  key: string
  connectionId: ConnectionId
  receivedAt: Date
  body: Buffer
  headers: Json
  state: ColumnType<DeliveryState, DeliveryState | undefined, DeliveryState>
  attempts: Generated<number>
}

/** Shop days whose daily summary is older than their facts. */
export interface DirtyDaysTable {
  shopId: ShopId
  day: Day
  /** The write version that touched the day last. */
  token: bigint
  markedAt: Stamp
}

/** Under which zone and catalogue the daily summaries were built. */
export interface DailyStatesTable {
  shopId: ShopId
  zone: string
  fingerprint: string
  builtAt: Date
}

/** What is, or was, wrong with the data of a shop. */
export interface HealthIssuesTable {
  shopId: ShopId
  kind: string
  key: string
  detail: Json
  firstSeen: Date
  lastSeen: Date
  resolvedAt: OptionalStamp
}

/** Which open issues people have been told of. */
export interface ToldIssuesTable {
  shopId: ShopId
  kind: string
  key: string
  toldAt: Date
}

/** Figures of past days that changed afterwards. */
export interface NumberChangesTable {
  id: Generated<string>
  shopId: ShopId
  day: Day
  /** Key of the figure that moved. */
  metric: ColumnType<string, string | undefined, string>
  orderId: string
  /** What the merchant calls it; empty where that was not noted. */
  orderName: ColumnType<string, string | undefined, string>
  cause: string
  /** Exact decimals as text. */
  amountBefore: string
  amountAfter: string
  seenAt: Date
  /** Of a day of an ad account: whose it is, and the account's currency; empty where an order is behind it. */
  platform: ColumnType<string, string | undefined, string>
  accountId: ColumnType<string, string | undefined, string>
  currency: ColumnType<string, string | undefined, string>
  /** Of credit that moved between channels: of how many orders, and from where to where, why and under which rules. */
  orders: ColumnType<number, number | undefined, number>
  credit: OptionalJson
}

/** Exchange rates by day. */
export interface ExchangeRatesTable {
  base: string
  quote: string
  day: Day
  /** Units of `quote` for one unit of `base`, an exact decimal as text. */
  rate: string
}

/** When orders were first seen cancelled. */
export interface FirstSeenCancellationsTable {
  shopId: ShopId
  orderId: string
  seenAt: Date
}

/** Imported files. */
export interface ImportsTable {
  id: Generated<string>
  shopId: ShopId
  format: string
  fileName: string
  state: string
  rowsGood: Generated<number>
  rowsBad: Generated<number>
  report: Json
  /** Heading of the file by name of the format's column; empty text: the file has none for it. */
  mapping: Json
  /** The file's headings, with some values of each. */
  header: Json
  /** What importing it would bring; null while that is not known. */
  preview: OptionalJson
  /** Why the file cannot be read as it is. */
  problem: ColumnType<string | null, string | null | undefined, string | null>
  /** Who began it in the browser; null for the command line. */
  personId: ColumnType<PersonId | null, PersonId | null | undefined, PersonId | null>
  /** What it brought is also kept apart, so that it can be undone. */
  keptApart: Generated<boolean>
  createdAt: Stamp
  changedAt: Stamp
}

/** The file of an import and what was wrong with its rows, packed, in pieces. */
export interface ImportFilesTable {
  importId: string
  kind: 'file' | 'problems'
  part: number
  bytes: Buffer
}

/** How far background jobs are. */
export interface JobProgressTable {
  jobId: string
  queue: string
  key: string | null
  label: string
  done: Count
  total: ColumnType<number | null, number | null | undefined, number | null>
  /** Where this attempt began, so that the rate of a resumed job is that of its own work. */
  baseline: ColumnType<number | null, number | null | undefined, number | null>
  startedAt: OptionalStamp
  updatedAt: OptionalStamp
  message: ColumnType<string | null, string | null | undefined, string | null>
}

/** Facts about this installation. */
export interface InstallationTable {
  key: string
  value: JSONColumnType<JsonObject, string, string>
}

/** All tables; columns are camelCase here and snake_case in SQL. */
export interface Schema
  extends IdentitySchema,
    DashboardSchema,
    ReconciliationSchema,
    PrivacySchema,
    SpendSchema,
    SurveySchema,
    AdsSchema,
    ConversionsSchema,
    JourneysSchema,
    TrackingSchema,
    TrackingSettingsSchema {
  organisations: OrganisationsTable
  shops: ShopsTable
  connections: ConnectionsTable
  syncStates: SyncStatesTable
  pendingConnects: PendingConnectsTable
  webhookDeliveries: WebhookDeliveriesTable
  dirtyDays: DirtyDaysTable
  dailyStates: DailyStatesTable
  healthIssues: HealthIssuesTable
  toldIssues: ToldIssuesTable
  numberChanges: NumberChangesTable
  exchangeRates: ExchangeRatesTable
  firstSeenCancellations: FirstSeenCancellationsTable
  imports: ImportsTable
  importFiles: ImportFilesTable
  jobProgress: JobProgressTable
  installation: InstallationTable
}

/** An open transaction. */
export type Tx = Transaction<Schema>
/** Where a query runs: on any free connection, or inside a transaction. */
export type Db = Kysely<Schema>
