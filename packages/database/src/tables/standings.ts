import { isAppError, type OrganisationId, type PersonId, type ShopId } from '@tillsight/core'
import type { Day } from '@tillsight/core/days'
import { prepare } from '../connect.ts'
import { fromJson, type JsonRow, jsonRows } from '../json.ts'
import type { Db } from '../schema.ts'
import type { AdAccountRow } from './ads.ts'
import type { ConnectionRow } from './connections.ts'
import type { DailyStateRow, FactsState } from './fact-days.ts'
import type { HealthIssueRow } from './findings.ts'
import type { ShopAccessRow } from './organisations.ts'
import type { PersonRow } from './people.ts'
import type { PreferenceValue, SavedViewRow } from './preferences.ts'
import type { ShopRow } from './shops.ts'
import type { SyncStateRow } from './sync-states.ts'

/** A connection without its secrets. */
export type OpenConnectionRow = Omit<ConnectionRow, 'secrets'>

/** What requests need to know of a shop besides its facts, all from one moment. */
export interface Standing {
  readonly facts: FactsState
  /** Days whose daily summary is older than their facts. */
  readonly dirtyDays: readonly Day[]
  /** How the daily summary was built; undefined if it was not. */
  readonly dailyState: DailyStateRow | undefined
  /** The oldest first. */
  readonly connections: readonly OpenConnectionRow[]
  /** The progress of their streams, by stream and mode. */
  readonly syncStates: readonly SyncStateRow[]
  /** By platform and name. */
  readonly adAccounts: readonly AdAccountRow[]
  /** Open issues, the oldest first. */
  readonly issues: readonly HealthIssueRow[]
  /** Whether any file was ever imported. */
  readonly hasImports: boolean
  /** Whether changed costs are still to be booked. */
  readonly isRestating: boolean
  /** Whether there are notes on its days, whoever may see them. */
  readonly hasNotes: boolean
  /** The person's views of the shop, by name. */
  readonly views: readonly SavedViewRow[]
}

interface StandingInJson {
  readonly version: string
  readonly dirtyDays: readonly Day[]
  readonly dailyState: JsonRow | null
  readonly connections: readonly JsonRow[]
  readonly syncStates: readonly JsonRow[]
  readonly adAccounts: readonly JsonRow[]
  readonly issues: readonly JsonRow[]
  readonly hasImports: boolean
  readonly isRestating: boolean
  readonly hasNotes: boolean
  readonly views: readonly JsonRow[]
}

/** An expression: the standing of the shop, and what the person keeps there. */
function standingSql(shop: string, person: string): string {
  const own = `WHERE shop_id = ${shop}`
  return `json_build_object(
    'version', coalesce((SELECT version FROM fact_versions ${own}), 0)::text,
    'dirtyDays', (SELECT coalesce(json_agg(day ORDER BY day), '[]') FROM dirty_days ${own}),
    'dailyState', (SELECT row_to_json(daily_states) FROM daily_states ${own}),
    'connections', ${jsonRows(`SELECT * FROM connections ${own} ORDER BY created_at, id`, ['secrets'])},
    'syncStates', ${jsonRows(`SELECT sync_states.* FROM sync_states
      JOIN connections ON connections.id = sync_states.connection_id ${own} ORDER BY stream, mode`)},
    'adAccounts', ${jsonRows(`SELECT * FROM ad_accounts ${own} ORDER BY platform, name, account_id`)},
    'issues', ${jsonRows(`SELECT * FROM health_issues ${own} AND resolved_at IS NULL ORDER BY first_seen, kind, key`)},
    'hasImports', EXISTS (SELECT FROM imports ${own}),
    'isRestating', EXISTS (SELECT FROM cost_marks ${own}),
    'hasNotes', EXISTS (SELECT FROM annotations ${own}),
    'views', ${jsonRows(`SELECT * FROM saved_views ${own} AND person_id = ${person} ORDER BY name`)})`
}

const toDailyState = fromJson<DailyStateRow>(['builtAt'])
const toConnection = fromJson<OpenConnectionRow>(['createdAt', 'updatedAt'])
const toSyncState = fromJson<SyncStateRow>([
  'syncedThrough',
  'completeSince',
  'restateFrom',
  'oldestAvailable',
  'lastSuccessAt',
  'updatedAt',
])
const toAdAccount = fromJson<AdAccountRow>(['seenAt'])
const toIssue = fromJson<HealthIssueRow>(['firstSeen', 'lastSeen', 'resolvedAt'])
const toView = fromJson<SavedViewRow>(['createdAt'])

function toStanding(read: StandingInJson): Standing {
  return {
    facts: { version: BigInt(read.version), isSettled: read.dirtyDays.length === 0 },
    dirtyDays: read.dirtyDays,
    dailyState: read.dailyState === null ? undefined : toDailyState(read.dailyState),
    connections: read.connections.map(toConnection),
    syncStates: read.syncStates.map(toSyncState),
    adAccounts: read.adAccounts.map(toAdAccount),
    issues: read.issues.map(toIssue),
    hasImports: read.hasImports,
    isRestating: read.isRestating,
    hasNotes: read.hasNotes,
    views: read.views.map(toView),
  }
}

const standings = prepare<{ readonly id: ShopId; readonly standing: StandingInJson }>(
  'standings',
  `SELECT asked.id, ${standingSql('asked.id', '$2')} AS standing FROM unnest($1::uuid[]) AS asked (id)`,
)

/** The standing of each of these shops, with what the person keeps there; one statement for any number. */
export async function readStandings(
  db: Db,
  shops: readonly ShopId[],
  person: PersonId,
): Promise<ReadonlyMap<ShopId, Standing>> {
  const rows = await standings(db, [shops, person])
  return new Map(rows.map(({ id, standing }) => [id, toStanding(standing)]))
}

/** A shop with its standing, without anybody's views. */
export interface StandingShopRow extends ShopRow {
  readonly standing: Standing
}

const shopsWithStanding = prepare<{ readonly shop: JsonRow; readonly standing: StandingInJson }>(
  'shops_with_standing',
  `SELECT row_to_json(shops) AS shop, ${standingSql('shops.id', 'NULL')} AS standing FROM shops
    WHERE organisation_id = $1 AND (domain = $2 OR id::text = $2)`,
)

const toShopRow = fromJson<ShopRow>(['createdAt'])

/** The organisation's shops of this domain or id, each with its standing; one statement. */
export async function findStandingShops(
  db: Db,
  organisation: OrganisationId,
  shop: string,
): Promise<readonly StandingShopRow[]> {
  // PostgreSQL text cannot contain a zero byte, but addresses can.
  if (shop.includes('\0')) return []
  const rows = await shopsWithStanding(db, [organisation, shop])
  return rows.map((row) => ({ ...toShopRow(row.shop), standing: toStanding(row.standing) }))
}

/** A shop that a person may see, with what lists of shops show. */
export interface OwnShopRow extends ShopAccessRow {
  readonly facts: FactsState
  /** The person's preferences for it; null if none are stored. */
  readonly preference: PreferenceValue | null
  /** Only of the shop that was named. */
  readonly standing: Standing | undefined
}

/** The person at the door, and everything that is open to them, all from one moment. */
export interface Entry {
  /** Undefined before the first sign-in. */
  readonly person: PersonRow | undefined
  /** The fingerprint in the address of their picture, if they have one. */
  readonly picture: string | undefined
  /** The shops that they may see, over all memberships; by name. */
  readonly shops: readonly OwnShopRow[]
  /** Why their preferences could not be read: then none is known, and the rest is still right. */
  readonly preferenceFailure?: unknown
}

interface ListedShop extends ShopAccessRow {
  readonly version: string
  readonly isSettled: boolean
  readonly preference: PreferenceValue | null
  readonly standing: StandingInJson | null
}

interface EntryRow {
  readonly person: JsonRow
  readonly picture: string | null
  readonly shops: readonly JsonRow[]
}

function entrySql(preference: string): string {
  const shops = `SELECT shops.*, memberships.role, memberships.shop_ids, memberships.seen_on,
      (SELECT factor_from FROM organisations WHERE id = shops.organisation_id) AS factor_from,
      coalesce((SELECT version FROM fact_versions WHERE shop_id = shops.id), 0)::text AS version,
      NOT EXISTS (SELECT FROM dirty_days WHERE shop_id = shops.id) AS is_settled,
      ${preference} AS preference,
      CASE WHEN shops.domain = $2 OR shops.id::text = $2 THEN ${standingSql('shops.id', '$1')} END AS standing
    FROM shops JOIN memberships USING (organisation_id)
    WHERE memberships.person_id = $1 AND (memberships.shop_ids IS NULL OR shops.id = ANY (memberships.shop_ids))
    ORDER BY shops.name, shops.id`
  return `SELECT row_to_json(people) AS person, (SELECT left(sha256, 16) FROM storage_objects
      WHERE bucket = 'avatars' AND person_id = people.id) AS picture,
    ${jsonRows(shops)} AS shops FROM people WHERE people.id = $1`
}

const entries = prepare<EntryRow>(
  'entries',
  entrySql('(SELECT value FROM preferences WHERE person_id = $1 AND shop_id = shops.id)'),
)
const entriesAlone = prepare<EntryRow>('entries_without_preferences', entrySql('NULL'))

const toPerson = fromJson<PersonRow>(['createdAt', 'updatedAt'])
const toListed = fromJson<ListedShop>(['createdAt', 'factorFrom'])

/**
 * Reads who is at the door; with the standing of the shops of this domain or id, if they may see them. Preferences that cannot
 * be read keep nobody out.
 */
export async function readEntry(db: Db, person: PersonId, shop?: string): Promise<Entry> {
  // PostgreSQL text cannot contain a zero byte, but addresses can.
  const params = [person, shop?.includes('\0') ? null : (shop ?? null)]
  try {
    return toEntry(await entries(db, params))
  } catch (preferenceFailure) {
    if (isAppError(preferenceFailure)) throw preferenceFailure
    return { ...toEntry(await entriesAlone(db, params)), preferenceFailure }
  }
}

function toEntry([row]: readonly EntryRow[]): Entry {
  if (row === undefined) return { person: undefined, picture: undefined, shops: [] }
  const { person, picture, shops } = row
  return {
    person: toPerson(person),
    picture: picture ?? undefined,
    shops: shops.map(toListed).map(({ version, isSettled, standing, ...listed }) => ({
      ...listed,
      facts: { version: BigInt(version), isSettled },
      standing: standing === null ? undefined : toStanding(standing),
    })),
  }
}
