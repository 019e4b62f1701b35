const yearSeconds = 31_536_000

/** Whether the bar on the left shows only its icons. */
export function readBar(cookies: string | null): 'narrow' | 'wide' {
  return /(?:^|;\s*)bar=narrow(?:;|$)/.test(cookies ?? '') ? 'narrow' : 'wide'
}

/** The cookie that remembers how wide the bar is. */
export function barCookie(bar: 'narrow' | 'wide'): string {
  return `bar=${bar}; Path=/; Max-Age=${yearSeconds}; SameSite=Lax`
}
