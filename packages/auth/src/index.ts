// The embedded identity service: speaks the Supabase Auth wire protocol at /auth/v1 and owns the tables auth_*.
// Must not know the product: shops, roles, pages. Opens no server and reads no environment; both are handed in.
export type { AccountEvent, ApiKeys, FailedSignIn, Fetch, ProtectedResource } from './context.ts'
export * from './delivery/index.ts'
export type { Assistant, AssistantView } from './oauth/index.ts'
export { createPasswordHashing } from './passwords/hashing.ts'
export { type ProviderName, type ProviderSettings, providerNames } from './provider-settings.ts'
export { sealedByAuth } from './sealed-columns.ts'
export { type AuthOptions, type AuthService, createAuthService } from './service.ts'
export type { AuthSessionView } from './sessions.ts'
export { type AuthSettings, readAuthSettings } from './settings.ts'
export type { Peer } from './wire.ts'
