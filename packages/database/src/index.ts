// The app state: embedded or external PostgreSQL, its tables and queries, backup, background jobs.
// Must not know the product's rules, the warehouse, HTTP or environment variables.

export type { BackupManifest } from './backup.ts'
export { backupDatabase, type RestoreOptions, restoreDatabase } from './backup.ts'
export { prepare } from './connect.ts'
export type { Database, DatabaseOptions } from './database.ts'
export { nextWriteVersion, openDatabase, skipWriteVersions } from './database.ts'
export type { MailState, StoredMail } from './deliveries-schema.ts'
export { type EmbeddedPostgres, type EmbeddedPostgresOptions, embeddedPostgres } from './embedded/postgres.ts'
export type * from './identity-schema.ts'
export * from './jobs/index.ts'
export { fromJson, type JsonRow, jsonRows } from './json.ts'
export type { Listener } from './notifications.ts'
export type { AuthOAuthAuthorizationsTable, AuthOAuthClientsTable, AuthOAuthTokensTable } from './oauth-schema.ts'
export type { Db, DeliveryState, Schema, SyncMode, Tx } from './schema.ts'
export { createSecretsBox, type SecretsBox } from './secrets-box.ts'
export * from './tables/index.ts'
export type { EndpointState, MessageState } from './webhooks-schema.ts'
