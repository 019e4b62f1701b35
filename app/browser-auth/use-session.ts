import { useSyncExternalStore } from 'react'
import { type KnownSession, readNobody, readSession, watchSession } from './session-store.ts'

/** Session and user as the auth client's latest event left them. Both null until the client has been loaded. */
export function useSession(): KnownSession {
  return useSyncExternalStore(watchSession, readSession, readNobody)
}
