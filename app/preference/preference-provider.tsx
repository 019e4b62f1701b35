// The person's preference for the current shop, in the browser: applied at once, saved in the background, in sync between
// tabs. Must not know what pages do with it.

import { isJsonObject, type JsonObject } from '@tillsight/core/merge-patch'
import type { Preference } from '@tillsight/domain/inputs'
import { createContext, type ReactNode, use, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { fetchRetrying } from '../fetch/fetch-retrying.ts'
import { complete, defaultPreference, preferenceFailures } from './complete.ts'
import { createPreferenceStore, type Environment, leftBehind, Refused } from './preference-store.ts'

/**
 * Changes of one gesture are saved together; those made during a save go into the next. Short, so that clicking and leaving
 * loses nothing.
 */
const quietMs = 20
const timeoutMs = 8_000
/** Browsers limit requests of a closing page to 64 KiB. */
const mostLeavingBytes = 60_000
const readAddress = '/api/shop/getPreference'
const writeAddress = '/api/shop/updatePreference'
/** Statuses after which a retry may succeed: signed out for the moment, or transient. */
const passing: ReadonlySet<number> = new Set([401, 403, 404, 408, 409, 425, 429])

/** The person's preference for the shop, and a function to change it. */
interface OwnPreference {
  readonly preference: Preference
  /** Takes effect at once and is saved soon; RFC 7396: absent keys stay, null removes, lists are replaced. */
  readonly change: (patch: JsonObject) => void
}

/** Without a shop the preference has defaults, and changes are ignored. */
const PreferenceContext = createContext<OwnPreference>({ preference: defaultPreference, change() {} })

interface PreferenceProviderProps {
  /** Id of the current shop. */
  readonly shop: string
  /** Id of the person. */
  readonly person: string
  /** The server's value; a newer one replaces the local one. */
  readonly initial: Preference
  readonly children: ReactNode
}

/** Keeps the person's preference for the current shop, in step with the server and with other tabs. */
export function PreferenceProvider(props: PreferenceProviderProps) {
  return <ShopPreference key={`${props.person} ${props.shop}`} {...props} />
}

function ShopPreference({ shop, person, initial, children }: PreferenceProviderProps) {
  const [{ store, around }] = useState(() => {
    const environment = browserEnvironment({ shop, person })
    return { store: createPreferenceStore(initial, environment), around: environment }
  })
  const preference = useSyncExternalStore(store.subscribe, store.current, () => initial)
  useEffect(() => store.adopt(initial), [store, initial])
  useEffect(() => around.listen(store.adopt), [store, around])
  useEffect(() => {
    const left = around.takeLeft()
    if (left !== undefined) store.change(left)
    addEventListener('pagehide', store.leave)
    return () => removeEventListener('pagehide', store.leave)
  }, [store, around])
  const own = useMemo(() => ({ preference, change: store.change }), [preference, store])
  return <PreferenceContext value={own}>{children}</PreferenceContext>
}

/** The person's preference for the current shop; the defaults where there is none. */
export function usePreference(): OwnPreference {
  return use(PreferenceContext)
}

/** The browser's functions for one shop's preference. */
interface BrowserEnvironment extends Environment {
  /** The change that an earlier page in this browser could not save; only once. */
  takeLeft(): JsonObject | undefined
  /** Subscribes to saves of other tabs; returns the function that unsubscribes. */
  listen(heard: (preference: Preference) => void): () => void
}

/** The browser's own implementation; uses its APIs only when called. */
function browserEnvironment({ shop, person }: { shop: string; person: string }): BrowserEnvironment {
  // The id keeps people apart who share a browser.
  const name = `tillsight:preference:${person}:${shop}`
  const locked = lockedBy(name)
  const left = leftBehind(name)
  let timer: ReturnType<typeof setTimeout> | undefined
  let channel: BroadcastChannel | undefined
  return {
    exclusively: locked,
    read: () => ask(`${readAddress}?shop=${encodeURIComponent(shop)}`, {}),
    write: (change) => ask(writeAddress, toRequest(shop, change)),
    writeLeaving(change) {
      // Browsers silently drop some of these requests.
      left.keep(change)
      fetch(writeAddress, toRequest(shop, change)).then(
        ({ ok }) => ok && left.forget(),
        (cause: unknown) => logFailure('write', cause),
      )
    },
    takeLeft: left.take,
    soon(work) {
      clearTimeout(timer)
      timer = setTimeout(work, quietMs)
    },
    share: (preference) => channel?.postMessage(preference),
    failed: logFailure,
    listen(heard) {
      if (!('BroadcastChannel' in globalThis)) return () => {}
      const opened = new BroadcastChannel(name)
      channel = opened
      opened.addEventListener('message', ({ data }) => {
        if (isJsonObject(data)) heard(complete(data))
      })
      return () => {
        opened.close()
        if (channel === opened) channel = undefined
      }
    },
  }
}

function logFailure(what: keyof typeof preferenceFailures, cause: unknown): void {
  // oxlint-disable-next-line no-console -- the specification has it there, and nowhere else
  console.error(preferenceFailures[what], cause)
}

function toRequest(shop: string, preference: JsonObject): RequestInit {
  const body = JSON.stringify({ shop, preference })
  return {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body,
    keepalive: new TextEncoder().encode(body).length <= mostLeavingBytes,
  }
}

async function ask(address: string, init: RequestInit): Promise<Preference> {
  const response = await fetchRetrying(address, { ...init, timeoutMs, credentials: 'same-origin' })
  if (response.ok) {
    const result: unknown = await response.json()
    if (isJsonObject(result)) return complete(result)
    throw new Error('The answer is not a preference.')
  }
  const text = `${response.status} ${(await response.text()).slice(0, 500)}`
  throw response.status < 500 && !passing.has(response.status) ? new Refused(text) : new Error(text)
}

/** One at a time across all tabs; without the locks API, at least within this one. */
function lockedBy(name: string): Environment['exclusively'] {
  let queue: Promise<void> = Promise.resolve()
  return (work) => {
    // Insecure pages have no locks API.
    if (typeof navigator !== 'undefined' && 'locks' in navigator) return navigator.locks.request(name, work)
    const mine = queue.then(work)
    queue = mine.catch(() => {})
    return mine
  }
}
