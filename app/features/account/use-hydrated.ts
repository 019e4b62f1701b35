import { useSyncExternalStore } from 'react'

/** Whether scripts have taken over: false on the server and while the page is not alive yet. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  )
}

function neverChanges(): () => void {
  return () => undefined
}
