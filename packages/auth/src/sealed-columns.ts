import type { SealedColumn } from '@tillsight/database'
import { flowContext } from './flows.ts'
import { signingKeyContext } from './key-ring.ts'
import { factorContext } from './mfa/store.ts'
import { refreshContext } from './oauth/token.ts'
import { refreshKeyContext } from './sessions.ts'

/** All columns that the service seals; mails in the queue are sealed too, for minutes. */
export const sealedByAuth: readonly SealedColumn[] = [
  { table: 'auth_sessions', column: 'refresh_key', key: ['id'], context: (of) => refreshKeyContext(of('id')) },
  { table: 'auth_oauth_tokens', column: 'refresh_key', key: ['id'], context: (of) => refreshContext(of('id')) },
  { table: 'auth_factors', column: 'secret', key: ['id'], context: (of) => factorContext(of('id')) },
  { table: 'auth_flows', column: 'upstream', key: ['id'], context: (of) => flowContext(of('id')) },
  { table: 'auth_flows', column: 'provider_tokens', key: ['id'], context: (of) => flowContext(of('id')) },
  { table: 'auth_signing_keys', column: 'private_jwk', key: ['kid'], context: (of) => signingKeyContext(of('kid')) },
]
