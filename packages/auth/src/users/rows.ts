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

/** Rows as they are read. */
export type UserRow = Selectable<AuthUsersTable>
export type IdentityRow = Selectable<AuthIdentitiesTable>
export type FactorRow = Selectable<AuthFactorsTable>
export type SessionRow = Selectable<AuthSessionsTable>
export type MethodRow = Selectable<AuthSessionMethodsTable>
export type FlowRow = Selectable<AuthFlowsTable>
export type OneTimeTokenRow = Selectable<AuthOneTimeTokensTable>

/** Free-form data of a user. */
export type MetadataValue = Readonly<Record<string, unknown>>
