export { assertNotBanned, isBanned, showTokens, signIn, type Tokens, tokenResponse } from './issue.ts'
export { type AuthSessionView, listSessions } from './list.ts'
export { isRefreshing, refresh, renewRefreshKey } from './refresh.ts'
export {
  addMethod,
  deleteSessions,
  findSession,
  hasVerifiedFactor,
  listMethods,
  type Method,
  type NewSession,
  type SessionScope,
} from './store.ts'
