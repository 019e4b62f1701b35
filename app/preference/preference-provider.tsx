import type { JsonObject } from '@tillsight/core/merge-patch'
import type { Preference } from '@tillsight/domain/inputs'
import { createContext, type ReactNode, use, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { defaultPreference } from './complete.ts'
import { createPreferenceStore } from './preference-store.ts'
import { browserSurroundings } from './surroundings.ts'

/** What the person prefers on the shop, and how to change it. */
export interface OwnPreference {
  readonly preference: Preference
  /** Takes effect at once and is saved soon; RFC 7396: absent keys stay, null removes, lists are replaced. */
  readonly change: (patch: JsonObject) => void
}

/** Without a shop there is nothing to prefer and nowhere to keep it. */
const PreferenceContext = createContext<OwnPreference>({ preference: defaultPreference, change() {} })

interface PreferenceProviderProps {
  /** Id of the current shop. */
  readonly shop: string
  /** Id of whoever prefers. */
  readonly person: string
  /** What the server has; a newer one is taken over. */
  readonly initial: Preference
  readonly children: ReactNode
}

/** Keeps the person's preference for the current shop, in step with the server and with other tabs. */
export function PreferenceProvider(props: PreferenceProviderProps) {
  return <ShopPreference key={`${props.person} ${props.shop}`} {...props} />
}

function ShopPreference({ shop, person, initial, children }: PreferenceProviderProps) {
  const [{ store, around }] = useState(() => {
    const surroundings = browserSurroundings({ shop, person })
    return { store: createPreferenceStore(initial, surroundings), around: surroundings }
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
