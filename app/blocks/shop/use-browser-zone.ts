import { useSyncExternalStore } from 'react'

/** The zone the visitor is in, if it is one of the choices; undefined on the server and until the page is alive. */
export function useBrowserZone(choices: readonly string[]): string | undefined {
  const own = useSyncExternalStore(neverChanges, browserZone, () => '')
  return choices.includes(own) ? own : undefined
}

function browserZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}

function neverChanges(): () => void {
  return () => undefined
}
