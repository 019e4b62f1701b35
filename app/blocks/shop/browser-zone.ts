import { useSyncExternalStore } from 'react'

/** The visitor's time zone, if it is one of the choices; undefined on the server and until hydration. */
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
