import { randomUUID } from 'node:crypto'
import type { AuthSamlRelayStatesTable, Db } from '@tillsight/database'
import type { Selectable } from 'kysely'
import type { Auth } from '../context.ts'
import { AuthError } from '../errors.ts'

/** A request that has left for a provider. */
export type RelayState = Selectable<AuthSamlRelayStatesTable>

/** Stores a request; its id travels along. */
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
 * The request that a response belongs to; it is gone with this, whatever the response turns out to be. Throws
 * `404 saml_relay_state_not_found`, `422 saml_relay_state_expired`.
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
