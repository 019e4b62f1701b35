// The product with the demo, reproducible: ids from the database are sequential, the secret is fixed, and the clock begins at
// the same instant. After the imports it is restarted without jobs, with a frozen clock.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database, JobState } from '@tillsight/database'
import { queueWatching } from '@tillsight/domain'
import { sql } from 'kysely'
import { pino } from 'pino'
import { until } from '../bench/harness.ts'
import { freePort } from '../bench/installation.ts'
import type { DemoPlan } from '../demo/plan.ts'
import { type Config, loadConfig } from '../server/config.ts'
import { startDemo } from '../server/demo.ts'
import { startProduct } from '../server/main.ts'
import type { Runtime } from '../server/runtime.ts'
import { attachStores } from '../server/stores.ts'
import { begins, standStill } from './shifted-clock.ts'

/** The viewers: the demo's owner, the member with the fewest rights, and a visitor. */
export const people = {
  owner: { email: 'demo@tillsight.test', password: 'a-demo-for-2-tests' },
  viewer: { email: 'priya@tillsight.test', password: 'a-demo-for-2-tests' },
} as const

/** The running product. */
export interface FrozenProduct {
  readonly runtime: Runtime
  readonly address: string
  readonly dataDir: string
  /** The environment of commands beside it. */
  readonly variables: Readonly<Record<string, string>>
}

const log = pino({ level: 'error' }, pino.destination({ dest: 2, sync: false }))

/** The clock runs during the demo's import; this instant is after any import, and before anything counts as stale. */
const looksAtMs = Date.parse(begins) + 30 * 60_000
const longestImportMs = 1_200_000

/**
 * Imports the demo, runs the work with the product on it, and deletes everything but the imported data, which is kept in the
 * given folder; if that is filled already, nothing is imported.
 */
export async function withFrozenProduct<T>(
  imported: string | undefined,
  work: (product: FrozenProduct) => Promise<T>,
): Promise<T> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tillsight-frozen-'))
  try {
    const variables = await variablesOf(dataDir)
    const config = loadConfig(variables)
    if (imported !== undefined && existsSync(imported)) copyFolder(imported, dataDir)
    else await importDemo(config)
    if (imported !== undefined && !existsSync(imported)) copyFolder(dataDir, imported)
    standStill(new Date(looksAtMs))
    const product = await startProduct({ ...config, role: 'web' }, log)
    try {
      return await work({ ...product, dataDir, variables })
    } finally {
      await product.stop()
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** With its owners: where the product runs as root, PostgreSQL does not. */
function copyFolder(from: string, to: string): void {
  execFileSync('cp', ['-Rp', `${from}/.`, to])
}

async function importDemo(config: Config): Promise<void> {
  writePlan(config.dataDir)
  await countIds(config)
  const options = { fresh: false, dataSet: undefined, isLive: false, stopping: new AbortController().signal }
  const demo = await startDemo(config, log, options)
  try {
    await settle(demo.runtime)
    await givePassword(demo.runtime)
  } finally {
    await demo.stop()
  }
}

async function countIds(config: Config): Promise<void> {
  const stores = await attachStores(config, log, 'freeze')
  try {
    await sql.raw(countingIds).execute(stores.database.kysely)
  } finally {
    await stores.close()
  }
}

/** Makes the database generate ids 1, 2, 3 … per table instead of random ones. */
const countingIds = `DO $$ DECLARE each record; BEGIN
  FOR each IN SELECT table_name, column_name FROM information_schema.columns
    WHERE table_schema = 'public' AND column_default LIKE 'gen_random_uuid()%' ORDER BY 1 LOOP
    EXECUTE format('CREATE SEQUENCE %I', 'frozen_' || each.table_name);
    EXECUTE format('ALTER TABLE %I ALTER COLUMN %I SET DEFAULT overlay(overlay(overlay(md5(%L)
        placing to_char(nextval(%L), ''FM000000000000'') from 21) placing ''4'' from 13) placing ''a'' from 17)::uuid',
      each.table_name, each.column_name, each.table_name, 'frozen_' || each.table_name);
  END LOOP; END $$`

async function variablesOf(dataDir: string): Promise<Readonly<Record<string, string>>> {
  const port = await freePort()
  return {
    PORT: String(port),
    // Not the IP address: the session cookie's name depends on the host.
    PUBLIC_URL: `http://localhost:${port}`,
    TILLSIGHT_DATA_DIR: dataDir,
    TILLSIGHT_SECRET: 'f'.repeat(64),
    LOG_LEVEL: 'error',
    RATES_URL: 'off',
    ALLOW_PRIVATE_STORE_URLS: 'on',
    AUTH_RATE_LIMIT_TOKEN_REFRESH: '1000000',
    AUTH_RATE_LIMIT_OTP: '1000000',
    AUTH_RATE_LIMIT_VERIFY: '1000000',
    AUTH_RATE_LIMIT_EMAIL_SENT: '1000000',
  }
}

/** The demo follows a plan in its folder: on any free ports. */
function writePlan(dataDir: string): void {
  const app = (name: string) => ({ id: `frozen-${name}`, secret: `frozen-secret-${name}` })
  const plan: DemoPlan = {
    createdAt: begins,
    account: people.owner,
    stores: [
      { kind: 'demo', port: 0, now: begins, file: null, consumerKey: 'ck_demo', consumerSecret: 'cs_demo' },
      { kind: 'shopify', port: 0, now: begins, clientId: 'demo-app', clientSecret: 'shpss_demo' },
    ],
    ads: {
      ports: { googleads: 0, metaads: 0, tiktokads: 0 },
      apps: { googleads: app('google'), metaads: app('meta'), tiktokads: app('tiktok') },
    },
  }
  writeFileSync(join(dataDir, 'demo.json'), JSON.stringify(plan))
}

/** Waits until everything derived from the import is calculated, runs the periodic check of the shops, and waits again. */
async function settle({ jobs, stores }: Runtime): Promise<void> {
  const { database } = stores.background
  const isIdle = async (): Promise<boolean> => {
    const { rows } = await sql<{
      left: boolean
    }>`SELECT EXISTS (SELECT FROM journey_marks) OR EXISTS (SELECT FROM dirty_days)
      OR EXISTS (SELECT FROM survey_answers WHERE pending IS NOT NULL) AS left`.execute(database.kysely)
    return rows[0]?.left === false && (await jobs.list()).every(({ state }) => ended.has(state))
  }
  await until(isIdle, longestImportMs)
  // Otherwise it would depend on the minute whether that has run.
  await queueWatching({ db: database, jobs })
  await until(isIdle, longestImportMs)
  // How attribution moved while visits arrived depends on how many of them arrived between two rounds.
  await sql`DELETE FROM number_changes WHERE cause = 'credit_moved'`.execute(database.kysely)
  await evenTimes(database)
}

/** Times and jobs of processing vary: all get the same times, in a deterministic order. */
async function evenTimes({ kysely }: Database): Promise<void> {
  const at = new Date(Date.parse(begins) + 10 * 60_000)
  await sql`DELETE FROM pgboss.job WHERE state = 'completed'`.execute(kysely)
  await sql`UPDATE connections SET created_at = ${at}::timestamptz + right(id::text, 12)::int * interval '1 second', updated_at = ${at}`.execute(
    kysely,
  )
  await sql`UPDATE reconciliation_runs SET began_at = ${at}, ended_at = ${at}`.execute(kysely)
  await sql`UPDATE sync_states SET updated_at = ${at}, last_success_at = ${at}`.execute(kysely)
  await sql`UPDATE sync_states SET synced_through = ${at}, restate_from = ${at} WHERE mode = 'increment'`.execute(
    kysely,
  )
  await sql`UPDATE health_issues seen SET first_seen = ${at}, last_seen = ${at}::timestamptz + ranked.place * interval '1 second'
    FROM (SELECT shop_id, kind, key, row_number() OVER (ORDER BY shop_id, kind, key) AS place FROM health_issues) ranked
    WHERE (ranked.shop_id, ranked.kind, ranked.key) = (seen.shop_id, seen.kind, seen.key)`.execute(kysely)
}

const ended: ReadonlySet<JobState> = new Set(['completed', 'failed', 'cancelled'])

/** The demo's members have random passwords; this sets a known one. */
async function givePassword({ auth }: Runtime): Promise<void> {
  const { data, error } = await auth.admin().listUsers()
  if (error !== null) throw error
  const { email, password } = people.viewer
  const user = data.users.find((each) => each.email === email)
  if (user === undefined) throw new Error(`The demo has nobody called ${email}`)
  const changed = await auth.admin().updateUserById(user.id, { password })
  if (changed.error !== null) throw changed.error
}
