/** Whether a cookie header contains the session cookie, whole or in chunks. */
export function hasSessionCookie(cookies: string, name: string): boolean {
  return cookies.split(';').some((part) => {
    const key = part.trim().split('=')[0] ?? ''
    return key === name || key === `${name}.0`
  })
}

/** A session split into several cookies changes one chunk at a time. */
const settleMs = 500

/**
 * Calls back after cookies have changed: the only sign of a sign-out by a form, in this tab or another. Browsers without
 * change events are checked when the page becomes visible again. Returns the function that stops it.
 */
export function watchCookies(onChange: () => void): () => void {
  const ending = new AbortController()
  const { signal } = ending
  let timer: ReturnType<typeof setTimeout> | undefined
  const later = () => {
    clearTimeout(timer)
    timer = setTimeout(onChange, settleMs)
  }
  signal.addEventListener('abort', () => clearTimeout(timer))
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && later(), { signal })
  if ('cookieStore' in globalThis) cookieStore.addEventListener('change', later, { signal })
  return () => ending.abort()
}
