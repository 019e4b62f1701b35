import type { ConnectionId, OrganisationId, PersonId, ShopId } from '@tillsight/core'
import type { Day } from '@tillsight/core/days'
import type { ColumnType, Generated, JSONColumnType, Kysely, Transaction } from 'kysely'
import type { AdministrationSchema } from './administration-schema.ts'
import type { AdsSchema, ConversionsSchema, SpendSchema } from './ads-schema.ts'
import type { AlertsSchema } from './alerts-schema.ts'
import type { AuditSchema } from './audit-schema.ts'
import type { BillingSchema } from './billing-schema.ts'
import type { BoardsSchema } from './boards-schema.ts'
import type { CostsSchema, DashboardSchema, PrivacySchema, ReconciliationSchema } from './dashboard-schema.ts'
import type { DeliveriesSchema } from './deliveries-schema.ts'
import type { ExportsSchema } from './exports-schema.ts'
import type { FilesSchema } from './files-schema.ts'
import type { IdentitySchema } from './identity-schema.ts'
import type { KeysSchema } from './keys-schema.ts'
import type { OAuthSchema } from './oauth-schema.ts'
import type { SharesSchema } from './shares-schema.ts'
import type { JourneysSchema, SurveySchema, TrackingSchema, TrackingSettingsSchema } from './visits-schema.ts'
import type { WebhooksSchema } from './webhooks-schema.ts'

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
  /** From when on members need a second factor; null: they need none. */
  factorFrom: OptionalStamp
  /** From when on it is deleted with all that it has; null: it is not. */
  deleteAt: OptionalStamp
  /** Since when it is being deleted, which nobody takes back; null: it is not. */
  deleteBegunAt: OptionalStamp
  /** When its owners were told that it is deleted soon. */
  deleteWarnedAt: OptionalStamp
  /** How much there was when its deletion began. */
  deleteCounts: OptionalJson
  /** The shops that it had since its deletion began: their facts may outlive their rows by a moment. */
  deleteShops: Generated<ShopId[]>
  /** When members without a second factor were reminded of the day from which they need one. */
  factorRemindedAt: OptionalStamp
  /** For how many days entries of its audit log are kept. */
  auditDays: Generated<number>
  /** Whether administrators of the installation may look in as one of its members. */
  supportAllowed: Generated<boolean>
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
  /** Made-up figures, to be looked at and thrown away. */
  isSample: Generated<boolean>
  createdAt: Stamp
}

/** Connected accounts of platforms. */
export interface ConnectionsTable {
  id: Generated<ConnectionId>
  shopId: ShopId
  connector: string
  settings: Json
  /** Encrypted; the contents are up to the connector. */
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

/** The progress of each stream of a connection. */
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

/** Connect flows that were redirected to a platform. */
export interface PendingConnectsTable {
  state: string
  shopId: ShopId
  connector: string
  valuesEncrypted: Buffer
  access: ColumnType<string | null, string | null | undefined, string | null>
  expiresAt: Date
  usedAt: OptionalStamp
  /** SHA-256 of a secret of the browser that started the flow; null: any browser may return. */
  browserHash: ColumnType<string | null, string | null | undefined, string | null>
  /** When that browser returned, if it was before the keys arrived. */
  returnedAt: OptionalStamp
  /** Keys that the platform posted, waiting for the browser to return. */
  grantedEncrypted: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>
}

/** `received`: waiting; `done`: processed; `failed`: given up. */
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
  /** The write version that last changed the day. */
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

/** Current and past issues of a shop's data. */
export interface HealthIssuesTable {
  shopId: ShopId
  kind: string
  key: string
  detail: Json
  firstSeen: Date
  lastSeen: Date
  resolvedAt: OptionalStamp
}

/** Which open issues were already mailed. */
export interface ReportedIssuesTable {
  shopId: ShopId
  kind: string
  key: string
  toldAt: Date
}

/** Restated figures of past days. */
export interface NumberChangesTable {
  id: Generated<string>
  shopId: ShopId
  day: Day
  /** Key of the changed metric. */
  metric: ColumnType<string, string | undefined, string>
  orderId: string
  /** The merchant's order number; empty if unknown. */
  orderName: ColumnType<string, string | undefined, string>
  cause: string
  /** Exact decimals as text. */
  amountBefore: string
  amountAfter: string
  seenAt: Date
  /** For a day of an ad account: its platform, and the account's currency; empty if an order caused the change. */
  platform: ColumnType<string, string | undefined, string>
  accountId: ColumnType<string, string | undefined, string>
  currency: ColumnType<string, string | undefined, string>
  /** For credit that moved between channels: how many orders, the channels, the reason and the attribution settings. */
  orders: ColumnType<number, number | undefined, number>
  credit: OptionalJson
  /** The change of costs that moved profit; null for every other cause. */
  costChange: ColumnType<string | null, string | null | undefined, string | null>
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
  /** Maps the names of the format's columns to the file's headings; empty text: the file has none for it. */
  mapping: Json
  /** The file's headings, with some values of each. */
  header: Json
  /** What importing it would add; null while that is unknown. */
  preview: OptionalJson
  /** Why the file cannot be read. */
  problem: ColumnType<string | null, string | null | undefined, string | null>
  /** Who began it in the browser; null for the command line. */
  personId: ColumnType<PersonId | null, PersonId | null | undefined, PersonId | null>
  /** Its records are also stored separately, so that it can be undone. */
  keptApart: Generated<boolean>
  createdAt: Stamp
  changedAt: Stamp
}

/** The file of an import and the errors of its rows, compressed, in parts. */
export interface ImportFilesTable {
  importId: string
  kind: 'file' | 'problems'
  part: number
  bytes: Buffer
}

/** The progress of background jobs. */
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

/** Values of this installation. */
export interface InstallationTable {
  key: string
  value: JSONColumnType<JsonObject, string, string>
}

/** All tables; columns are camelCase here and snake_case in SQL. */
export interface Schema
  extends IdentitySchema,
    KeysSchema,
    OAuthSchema,
    DashboardSchema,
    ReconciliationSchema,
    PrivacySchema,
    SpendSchema,
    CostsSchema,
    SurveySchema,
    AdsSchema,
    AlertsSchema,
    AdministrationSchema,
    AuditSchema,
    BillingSchema,
    BoardsSchema,
    ConversionsSchema,
    DeliveriesSchema,
    ExportsSchema,
    FilesSchema,
    JourneysSchema,
    TrackingSchema,
    TrackingSettingsSchema,
    WebhooksSchema,
    SharesSchema {
  organisations: OrganisationsTable
  shops: ShopsTable
  connections: ConnectionsTable
  syncStates: SyncStatesTable
  pendingConnects: PendingConnectsTable
  webhookDeliveries: WebhookDeliveriesTable
  dirtyDays: DirtyDaysTable
  dailyStates: DailyStatesTable
  healthIssues: HealthIssuesTable
  toldIssues: ReportedIssuesTable
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
