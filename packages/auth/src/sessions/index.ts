export { assertNotBanned, isBanned, showTokens, signIn, type Tokens, tokenResponse } from './issue.ts'
export { isRefreshing, refresh, renewRefreshKey } from './refresh.ts'
export {
  type AuthSessionView,
  addMethod,
  deleteSessions,
  findSession,
  hasVerifiedFactor,
  listMethods,
  listSessions,
  type Method,
  type NewSession,
  type SessionScope,
} from './store.ts'
