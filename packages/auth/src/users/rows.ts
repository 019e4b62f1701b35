import type {
  AuthFactorsTable,
  AuthFlowsTable,
  AuthIdentitiesTable,
  AuthOneTimeTokensTable,
  AuthSessionMethodsTable,
  AuthSessionsTable,
  AuthUsersTable,
} from '@tillsight/database'
import type { Selectable } from 'kysely'

/** An account as stored. */
export type UserRow = Selectable<AuthUsersTable>
/** A way in as stored. */
export type IdentityRow = Selectable<AuthIdentitiesTable>
/** A second factor as stored. */
export type FactorRow = Selectable<AuthFactorsTable>
/** A session as stored. */
export type SessionRow = Selectable<AuthSessionsTable>
/** How a session was signed in, as stored. */
export type MethodRow = Selectable<AuthSessionMethodsTable>
/** An unfinished sign-in as stored. */
export type FlowRow = Selectable<AuthFlowsTable>
/** A sent code and link as stored: hashes only. */
export type OneTimeTokenRow = Selectable<AuthOneTimeTokensTable>

/** Free-form data of a user. */
export type MetadataValue = Readonly<Record<string, unknown>>
