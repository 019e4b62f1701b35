import { useSyncExternalStore } from 'react'

/** Whether scripts run here: false on the server and until the page is alive. */
export function useAlive(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  )
}

function neverChanges(): () => void {
  return () => undefined
}
