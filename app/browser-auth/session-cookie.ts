/** Whether a cookie header holds a session of this name, whole or in pieces. */
export function hasSessionCookie(cookies: string, name: string): boolean {
  return cookies.split(';').some((part) => {
    const key = part.trim().split('=')[0] ?? ''
    return key === name || key === `${name}.0`
  })
}
