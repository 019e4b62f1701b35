const loadedKey = 'tillsight:reloaded-at'
const pauseMs = 10_000

/** Whether to load a whole page because a piece of code is gone: once in ten seconds, so that it never goes on in a loop. */
export function mayLoadAnew(): boolean {
  // Without a network the new page would be none.
  if (!navigator.onLine) return false
  const now = performance.timeOrigin + performance.now()
  if (now - Number(sessionStorage.getItem(loadedKey)) < pauseMs) return false
  sessionStorage.setItem(loadedKey, String(now))
  return true
}
