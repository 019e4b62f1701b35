/** Whether a cookie header holds a session of this name, whole or in pieces. */
export function hasSessionCookie(cookies: string, name: string): boolean {
  return cookies.split(';').some((part) => {
    const key = part.trim().split('=')[0] ?? ''
    return key === name || key === `${name}.0`
  })
}

/** A session in several pieces changes piece by piece. */
const settleMs = 500

/**
 * Calls back after cookies have changed: a sign-out by a form, in this tab or another, gives no other sign. Browsers that
 * tell nothing are asked when the page is looked at again. Ends with the returned function.
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
