// The browser's side of authentication: the official client, loaded after the page, and reactions to its events. Must not
// know pages or forms; the server authenticates every request.

import type { Session, User } from '@supabase/supabase-js'
import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react'
import { useNavigation, useRevalidator } from 'react-router'
import type { BrowserAuth } from '../identity.ts'
import { hasSessionCookie, watchCookies } from './session-cookie.ts'

const nobody: KnownSession = { session: null, user: null }
const listeners = new Set<() => void>()
let known = nobody

interface KeepSessionProps {
  readonly browser: BrowserAuth
  /** Where signed-out people go. */
  readonly login: string
}

/** Keeps a signed-in page signed in, and leaves it when somebody signs out elsewhere. Shows nothing. */
export function KeepSession({ browser, login }: KeepSessionProps) {
  const { revalidate } = useRevalidator()
  const { url, anonKey, cookieName, isSecure } = browser
  const { session, user } = useSession()
  const version = session && `${session.access_token} ${user?.updated_at}`
  const shown = useRef<string>(null)
  const show = useEffectEvent(() => void revalidate())
  const { state } = useNavigation()
  // A page that is on its way already knows where to: signing out for an invitation leads to a form with the address filled in.
  const leave = useEffectEvent(() => state === 'idle' && location.assign(login))

  // Reloads the page after a renewed session or a changed account; the client's first event matches the page already.
  useEffect(() => {
    if (shown.current !== null && version !== null && shown.current !== version) show()
    shown.current = version
  }, [version])

  useEffect(() => {
    let stop: (() => void) | undefined
    const start = async () => {
      const { openClient } = await import('./client.ts')
      const { data } = openClient({ url, anonKey, cookieName, isSecure }).onAuthStateChange((event, session) => {
        writeSession(session)
        if (event === 'SIGNED_OUT') leave()
      })
      stop = () => data.subscription.unsubscribe()
    }
    void start()
    const look = () => {
      if (!hasSessionCookie(document.cookie, cookieName)) leave()
    }
    // It may have ended before this code was loaded.
    look()
    const unwatch = watchCookies(look)
    return () => {
      stop?.()
      unwatch()
    }
  }, [url, anonKey, cookieName, isSecure])
  return null
}

/** Session and user as the auth client's latest event left them. Both null until the client has been loaded. */
function useSession(): KnownSession {
  return useSyncExternalStore(watchSession, readSession, readNobody)
}

/** What the browser knows about the session; both null until its client has loaded, and for visitors. */
interface KnownSession {
  readonly session: Session | null
  readonly user: User | null
}

/** The session as the latest event left it. */
function readSession(): KnownSession {
  return known
}

/** Nobody is known while a page is rendered on the server. */
function readNobody(): KnownSession {
  return nobody
}

/** Replaces the known session and notifies listeners. */
function writeSession(session: Session | null): void {
  known = session === null ? nobody : { session, user: session.user }
  for (const listener of listeners) listener()
}

/** Subscribes to changes; returns the function that unsubscribes. */
function watchSession(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
