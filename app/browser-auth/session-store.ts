import type { Session, User } from '@supabase/supabase-js'

/** What the browser knows of who is signed in; both null until its client has looked, and for visitors. */
export interface KnownSession {
  readonly session: Session | null
  readonly user: User | null
}

const nobody: KnownSession = { session: null, user: null }
const listeners = new Set<() => void>()
let known = nobody

/** The session as the latest event left it. */
export function readSession(): KnownSession {
  return known
}

/** Nobody is known while a page is rendered on the server. */
export function readNobody(): KnownSession {
  return nobody
}

/** Replaces what is known and tells whoever shows it. */
export function writeSession(session: Session | null): void {
  known = session === null ? nobody : { session, user: session.user }
  for (const listener of listeners) listener()
}

/** Calls back after every change, until the returned function is called. */
export function watchSession(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
