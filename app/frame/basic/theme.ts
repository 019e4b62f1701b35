import { toOwnPath } from '../../guards/own-path.ts'

const themes = ['light', 'dark', 'system'] as const
export type Theme = (typeof themes)[number]

/** What a route's `handle` may say to the frame: `export const handle: PageHandle = { colourMode: 'dark' }`. */
export interface PageHandle {
  /** The page looks like this whatever the person chose. */
  readonly colourMode?: 'light' | 'dark'
}

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

/** The mode that the innermost of the page's routes insists on, by their handles from the outermost; usually none. */
export function forcedMode(handles: readonly unknown[]): 'light' | 'dark' | undefined {
  const modes = handles.map((handle) =>
    typeof handle === 'object' && handle !== null ? Reflect.get(handle, 'colourMode') : undefined,
  )
  return modes.findLast((mode) => mode === 'light' || mode === 'dark')
}

/** The colours of the browser's own bars, each with the system's setting that it is for, if it depends on it. */
export function barColours(theme: Theme): readonly { readonly colour: string; readonly media: string | undefined }[] {
  if (theme !== 'system') return [{ colour: colours[theme], media: undefined }]
  return [
    { colour: colours.light, media: '(prefers-color-scheme: light)' },
    { colour: colours.dark, media: '(prefers-color-scheme: dark)' },
  ]
}

const colours = { light: 'white', dark: '#1b1718' } as const

/** A path on this site and nothing else; where to go back to after a form without JavaScript. */
export function localPath(text: unknown): string {
  return toOwnPath(text) ?? '/'
}

/** Whether the bar on the left shows only its icons. */
export function readBar(cookies: string | null): 'narrow' | 'wide' {
  return /(?:^|;\s*)bar=narrow(?:;|$)/.test(cookies ?? '') ? 'narrow' : 'wide'
}

/** The cookie that remembers how wide the bar is. */
export function barCookie(bar: 'narrow' | 'wide'): string {
  return `bar=${bar}; Path=/; Max-Age=${yearSeconds}; SameSite=Lax`
}
