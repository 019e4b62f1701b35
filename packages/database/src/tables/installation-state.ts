import { sql } from 'kysely'
import type { Db } from '../schema.ts'
import type { Paged, PageSearch } from './administration.ts'

// What runs in the installation as a whole, and what it takes.

/** Counts of requests to a platform. */
export interface RequestCounts {
  readonly requests: number
  readonly refused: number
  readonly limited: number
  readonly failed: number
}

/** Adds requests of an hour to what was counted. */
export async function addConnectorRequests(
  db: Db,
  { connector, hour, ...counts }: RequestCounts & { readonly connector: string; readonly hour: Date },
): Promise<void> {
  await db
    .insertInto('connectorRequests')
    .values({ connector, hour, ...counts })
    .onConflict((conflict) =>
      conflict.columns(['connector', 'hour']).doUpdateSet((eb) => ({
        requests: eb('connectorRequests.requests', '+', eb.ref('excluded.requests')),
        refused: eb('connectorRequests.refused', '+', eb.ref('excluded.refused')),
        limited: eb('connectorRequests.limited', '+', eb.ref('excluded.limited')),
        failed: eb('connectorRequests.failed', '+', eb.ref('excluded.failed')),
      })),
    )
    .execute()
}

/** What a connector does here. */
export interface ConnectorUseRow extends RequestCounts {
  readonly connector: string
  readonly connections: number
  /** Connections that do not work as they should. */
  readonly troubled: number
  /** Until when the platform wants to be left alone; null: not at present. */
  readonly pausedUntil: Date | null
}

/** Connections, requests since the instant, and pauses of each connector that has any. */
export async function listConnectorUse(db: Db, { since, now }: { readonly since: Date; readonly now: Date }) {
  const { rows } = await sql<ConnectorUseRow>`
    SELECT connector, coalesce(c.connections, 0) AS connections, coalesce(c.troubled, 0) AS troubled,
      coalesce(r.requests, 0) AS requests, coalesce(r.refused, 0) AS refused, coalesce(r.limited, 0) AS limited,
      coalesce(r.failed, 0) AS failed,
      (SELECT max(until) FROM platform_pauses WHERE platform = connector AND until > ${now}) AS paused_until
    FROM (SELECT connector, count(*)::int AS connections,
        count(*) FILTER (WHERE status NOT IN ('healthy', 'backfilling', 'pending'))::int AS troubled
        FROM connections GROUP BY connector) AS c
      FULL JOIN (SELECT connector, sum(requests)::int AS requests, sum(refused)::int AS refused, sum(limited)::int AS limited,
        sum(failed)::int AS failed FROM connector_requests WHERE hour >= ${since} GROUP BY connector) AS r USING (connector)
    ORDER BY connector`.execute(db)
  return rows
}

/** A mail that was sent, or refused. */
export interface SentMailRow {
  readonly id: string
  readonly at: Date
  readonly recipient: string
  readonly subject: string
  readonly error: string | null
}

/** Notes a mail. */
export async function addSentMail(db: Db, mail: Omit<SentMailRow, 'id'>): Promise<void> {
  await db.insertInto('sentMails').values(mail).execute()
}

/** Mails, the newest first. */
export async function listSentMails(
  db: Db,
  { search, offset, limit, isFailed }: PageSearch & { readonly isFailed: boolean },
): Promise<Paged<SentMailRow>> {
  const matching = db
    .selectFrom('sentMails')
    .where((eb) =>
      eb.or([
        eb(sql<boolean>`strpos(lower(subject), ${search.toLowerCase()})`, '>', sql<boolean>`0`),
        eb(sql<boolean>`strpos(lower(recipient), ${search.toLowerCase()})`, '>', sql<boolean>`0`),
      ]),
    )
    .$if(isFailed, (query) => query.where('error', 'is not', null))
  const { total } = await matching.select(({ fn }) => fn.countAll<string>().as('total')).executeTakeFirstOrThrow()
  const rows = await matching.selectAll().orderBy('at', 'desc').orderBy('id').limit(limit).offset(offset).execute()
  return { rows, total: Number(total) }
}

/** Forgets mails and counts of requests from before the instant. */
export async function pruneInstallationState(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('sentMails').where('at', '<', before).execute()
  await db.deleteFrom('connectorRequests').where('hour', '<', before).execute()
}

/** A backup that was completed. */
export interface BackupRunRow {
  readonly createdAt: Date
  readonly version: string
  readonly files: number
  readonly bytes: number
}

/** Notes a backup. */
export async function addBackupRun(db: Db, run: BackupRunRow): Promise<void> {
  await db.insertInto('backupRuns').values(run).execute()
}

/** The newest backup, if there is any. */
export async function findBackupRun(db: Db): Promise<BackupRunRow | undefined> {
  const row = await db
    .selectFrom('backupRuns')
    .select(['createdAt', 'version', 'files', 'bytes'])
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && { ...row, bytes: Number(row.bytes) }
}

/** How much a table takes: bytes with its indexes, and rows as the database estimates them. */
export interface TableSizeRow {
  readonly name: string
  readonly bytes: number
  readonly rows: number
}

/** The tables of the application state, the largest first. */
export async function listTableSizes(db: Db): Promise<TableSizeRow[]> {
  const { rows } = await sql<TableSizeRow>`
    SELECT relname AS name, pg_total_relation_size(oid)::float8 AS bytes, greatest(reltuples, 0)::float8 AS rows
    FROM pg_class WHERE relkind IN ('r', 'p') AND relnamespace = current_schema()::regnamespace
    ORDER BY bytes DESC, relname`.execute(db)
  return rows
}

/** How many rows of a shop a table has. */
export interface ShopRowsRow {
  readonly table: string
  readonly shop: string
  readonly rows: number
}

/** Rows by shop, of every table that has a column for the shop. It counts: never for a page that is asked for often. */
export async function countShopRows(db: Db, shops: readonly string[]): Promise<ShopRowsRow[]> {
  const { rows: tables } = await sql<{ name: string }>`
    SELECT pg_class.relname AS name FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
    WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace AND attname = 'shop_id' ORDER BY 1`.execute(
    db,
  )
  const found: ShopRowsRow[] = []
  for (const { name } of tables) {
    const { rows } = await sql<ShopRowsRow>`SELECT ${name} AS "table", shop_id::text AS shop, count(*)::float8 AS rows
      FROM ${sql.table(name)} WHERE shop_id = ANY (${[...shops]}::uuid[]) GROUP BY shop_id`.execute(db)
    found.push(...rows)
  }
  return found
}

/** How many jobs of a kind stand how. */
export interface JobKindRow {
  readonly kind: string
  readonly waiting: number
  readonly retrying: number
  readonly running: number
  readonly failed: number
  readonly cancelled: number
  readonly completed: number
  /** When the oldest one that is due was to begin; null: none is. */
  readonly oldestDue: Date | null
}

const ours = sql`j.name NOT LIKE '\\_\\_pgboss\\_\\_%'`

/** Jobs by kind. */
export async function listJobKinds(db: Db, now: Date): Promise<JobKindRow[]> {
  const { rows } = await sql<JobKindRow>`
    SELECT j.name AS kind,
      count(*) FILTER (WHERE state = 'created')::int AS waiting, count(*) FILTER (WHERE state = 'retry')::int AS retrying,
      count(*) FILTER (WHERE state = 'active')::int AS running, count(*) FILTER (WHERE state = 'failed')::int AS failed,
      count(*) FILTER (WHERE state = 'cancelled')::int AS cancelled,
      count(*) FILTER (WHERE state = 'completed')::int AS completed,
      min(start_after) FILTER (WHERE state < 'active' AND start_after <= ${now}) AS oldest_due
    FROM pgboss.job j WHERE ${ours} GROUP BY j.name ORDER BY j.name`.execute(db)
  return rows
}

/** A job as administrators see it. */
export interface ListedJobRow {
  readonly id: string
  readonly kind: string
  readonly label: string
  readonly state: string
  readonly done: number
  readonly total: number | null
  readonly message: string | null
  readonly retries: number
  readonly createdAt: Date
  readonly startAfter: Date
  readonly startedAt: Date | null
  readonly endedAt: Date | null
}

/** Which jobs are looked for; null: any. */
export interface JobSearch extends PageSearch {
  readonly kind: string | null
  /** As the queue calls them. */
  readonly states: readonly string[] | null
}

/** Jobs that have not ended first, then the latest. */
export async function searchJobs(db: Db, { kind, states, search, offset, limit }: JobSearch) {
  const text = search.toLowerCase()
  const { rows } = await sql<ListedJobRow & { readonly count: string }>`
    SELECT j.id, j.name AS kind, coalesce(p.label, j.name) AS label, j.state::text AS state, coalesce(p.done, 0) AS done, p.total,
      p.message, j.retry_count::int AS retries, j.created_on AS created_at, j.start_after, j.started_on AS started_at,
      j.completed_on AS ended_at, count(*) OVER () AS count
    FROM pgboss.job j LEFT JOIN job_progress p ON p.job_id = j.id
    WHERE ${ours} AND (${kind}::text IS NULL OR j.name = ${kind})
      AND (${states}::text[] IS NULL OR j.state::text = ANY (${states}))
      AND (strpos(lower(coalesce(p.label, j.name)), ${text}) > 0 OR strpos(lower(coalesce(p.message, '')), ${text}) > 0
        OR j.id::text = ${text})
    ORDER BY (j.state < 'completed') DESC, j.created_on DESC, j.id LIMIT ${limit} OFFSET ${offset}`.execute(db)
  return { rows: rows.map(({ count: _count, ...row }) => row), total: Number(rows[0]?.count ?? 0) }
}
