import { randomUUID } from 'node:crypto'
import type { AuthSamlRelayStatesTable, AuthSsoProvidersTable, Db } from '@tillsight/database'
import type { Selectable } from 'kysely'
import type { Auth } from '../context.ts'
import { AuthError } from '../errors.ts'

/** A company's identity provider with its mail domains. */
export interface SsoProvider extends Selectable<AuthSsoProvidersTable> {
  /** Lower case, in alphabetical order. */
  readonly domains: readonly string[]
}

/** The key to find a provider by. */
type SsoProviderKey = { readonly id: string } | { readonly domain: string } | { readonly entityId: string }

/** One provider, or undefined. */
export async function findSsoProvider(db: Db, key: SsoProviderKey): Promise<SsoProvider | undefined> {
  const all = db.selectFrom('authSsoProviders').selectAll()
  const row =
    'domain' in key
      ? await all
          .where('id', '=', (eb) =>
            eb.selectFrom('authSsoDomains').select('providerId').where('domain', '=', key.domain.toLowerCase()),
          )
          .executeTakeFirst()
      : 'id' in key
        ? await all.where('id', '=', key.id).executeTakeFirst()
        : await all.where('entityId', '=', key.entityId).executeTakeFirst()
  return row && { ...row, domains: await domainsOf(db, row.id) }
}

/** Filters a list of providers. */
interface SsoProviderFilter {
  readonly resourceId?: string | undefined
  readonly resourceIdPrefix?: string | undefined
}

/** The oldest first. */
export async function listSsoProviders(db: Db, filter: SsoProviderFilter): Promise<SsoProvider[]> {
  const { resourceId, resourceIdPrefix } = filter
  const rows = await db
    .selectFrom('authSsoProviders')
    .selectAll()
    .$if(resourceId !== undefined, (query) => query.where('resourceId', '=', resourceId ?? ''))
    .$if(resourceIdPrefix !== undefined, (query) =>
      query.where('resourceId', 'like', `${(resourceIdPrefix ?? '').replace(/[\\%_]/g, '\\$&')}%`),
    )
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
  return Promise.all(rows.map(async (row) => ({ ...row, domains: await domainsOf(db, row.id) })))
}

/** Columns that an admin sets. */
export interface SsoProviderColumns {
  readonly resourceId?: string | null
  readonly disabled?: boolean
  readonly metadataXml?: string
  readonly metadataUrl?: string | null
  readonly attributeMapping?: Readonly<Record<string, unknown>>
  readonly nameIdFormat?: string | null
}

/** Adds a provider without domains; undefined if the entity already has one. */
export async function insertSsoProvider(
  db: Db,
  provider: SsoProviderColumns & { readonly entityId: string; readonly metadataXml: string },
  now: Date,
): Promise<string | undefined> {
  const { attributeMapping = {}, ...columns } = provider
  const row = await db
    .insertInto('authSsoProviders')
    .values({
      ...columns,
      id: randomUUID(),
      attributeMapping: JSON.stringify(attributeMapping),
      createdAt: now,
      updatedAt: now,
    })
    .onConflict((conflict) => conflict.column('entityId').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/** Updates the given columns. */
export async function updateSsoProvider(
  db: Db,
  change: SsoProviderColumns & { readonly id: string },
  now: Date,
): Promise<void> {
  const { id, attributeMapping, ...columns } = change
  await db
    .updateTable('authSsoProviders')
    .set({
      ...columns,
      ...(attributeMapping === undefined ? {} : { attributeMapping: JSON.stringify(attributeMapping) }),
      updatedAt: now,
    })
    .where('id', '=', id)
    .execute()
}

/** A domain that belongs to another provider. */
export interface TakenDomain {
  readonly domain: string
  readonly provider: string
}

/** Sets the provider's domains to exactly these; returns the first that belongs to another provider. */
export async function putDomains(
  db: Db,
  of: { readonly provider: string; readonly domains: readonly string[] },
  now: Date,
): Promise<TakenDomain | undefined> {
  const { provider, domains } = of
  const old = db.deleteFrom('authSsoDomains').where('providerId', '=', provider)
  await (domains.length === 0 ? old : old.where('domain', 'not in', domains)).execute()
  if (domains.length === 0) return undefined
  await db
    .insertInto('authSsoDomains')
    .values(domains.map((domain) => ({ domain, providerId: provider, createdAt: now })))
    .onConflict((conflict) => conflict.column('domain').doNothing())
    .execute()
  const taken = await db
    .selectFrom('authSsoDomains')
    .select(['domain', 'providerId'])
    .where('domain', 'in', domains)
    .where('providerId', '!=', provider)
    .orderBy('domain')
    .executeTakeFirst()
  return taken && { domain: taken.domain, provider: taken.providerId }
}

async function domainsOf(db: Db, provider: string): Promise<string[]> {
  const rows = await db
    .selectFrom('authSsoDomains')
    .select('domain')
    .where('providerId', '=', provider)
    .orderBy('domain')
    .execute()
  return rows.map(({ domain }) => domain)
}

/** A pending sign-in request to a provider. */
type RelayState = Selectable<AuthSamlRelayStatesTable>

/** Stores a request; its id is sent as the relay state. */
export async function insertRelayState(
  auth: Auth,
  db: Db,
  state: Pick<RelayState, 'providerId' | 'requestId' | 'flowId' | 'redirectTo'>,
): Promise<string> {
  const id = randomUUID()
  await db
    .insertInto('authSamlRelayStates')
    .values({ ...state, id, createdAt: auth.clock.now() })
    .execute()
  return id
}

/**
 * Deletes and returns the request that a response belongs to, whether or not the response is valid. Throws `404
 * saml_relay_state_not_found`, `422 saml_relay_state_expired`.
 */
export async function takeRelayState(auth: Auth, id: string): Promise<RelayState> {
  const state = await auth.db.kysely
    .deleteFrom('authSamlRelayStates')
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  if (!state) {
    throw new AuthError(404, 'saml_relay_state_not_found', 'SAML RelayState does not exist, try logging in again?')
  }
  const ageMs = auth.clock.now().getTime() - state.createdAt.getTime()
  if (ageMs >= auth.settings.saml.relayStateExpiresIn * 1000) {
    throw new AuthError(422, 'saml_relay_state_expired', 'SAML RelayState has expired. Try logging in again?')
  }
  return state
}
