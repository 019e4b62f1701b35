const loadedKey = 'tillsight:reloaded-at'
const pauseMs = 10_000

/** Whether to reload the page because a chunk is missing: at most once in ten seconds, to avoid a loop. */
export function mayLoadAnew(): boolean {
  // Without a network the reload would fail.
  if (!navigator.onLine) return false
  const now = performance.timeOrigin + performance.now()
  if (now - Number(sessionStorage.getItem(loadedKey)) < pauseMs) return false
  sessionStorage.setItem(loadedKey, String(now))
  return true
}
