import { toOwnPath } from '../guards/own-path.ts'

export const themes = ['light', 'dark', 'system'] as const
export type Theme = (typeof themes)[number]

const cookieName = 'theme'
const yearSeconds = 31_536_000

/** The choice in a cookie header; `system` until somebody chooses. */
export function readTheme(cookies: string | null): Theme {
  const value = /(?:^|;\s*)theme=([a-z]+)/.exec(cookies ?? '')?.[1]
  return toTheme(value) ?? 'system'
}

/** A theme by its name; undefined for anything else. */
export function toTheme(name: unknown): Theme | undefined {
  return themes.find((theme) => theme === name)
}

/** The cookie that remembers a choice. */
export function themeCookie(theme: Theme): string {
  return `${cookieName}=${theme}; Path=/; Max-Age=${yearSeconds}; SameSite=Lax`
}

/** A path on this site and nothing else; where to go back to after a form without JavaScript. */
export function localPath(text: unknown): string {
  return toOwnPath(text) ?? '/'
}
