import { toOwnPath } from '../../guards/own-path.ts'

const themes = ['light', 'dark', 'system'] as const
export type Theme = (typeof themes)[number]

/** What a route's `handle` may say to the frame: `export const handle: PageHandle = { colourMode: 'dark' }`. */
export interface PageHandle {
  /** Forces a mode, whatever the person chose. */
  readonly colourMode?: 'light' | 'dark'
}

const cookieName = 'theme'
const yearSeconds = 31_536_000

/** The theme in a cookie header; `system` by default. */
export function readTheme(cookies: string | null): Theme {
  const value = /(?:^|;\s*)theme=([a-z]+)/.exec(cookies ?? '')?.[1]
  return toTheme(value) ?? 'system'
}

/** Parses a theme; undefined for anything else. */
export function toTheme(name: unknown): Theme | undefined {
  return themes.find((theme) => theme === name)
}

/** The cookie that remembers the theme. */
export function themeCookie(theme: Theme): string {
  return `${cookieName}=${theme}; Path=/; Max-Age=${yearSeconds}; SameSite=Lax`
}

/** The mode that the innermost route forces, from their handles, outermost first; usually none. */
export function forcedMode(handles: readonly unknown[]): 'light' | 'dark' | undefined {
  const modes = handles.map((handle) =>
    typeof handle === 'object' && handle !== null ? Reflect.get(handle, 'colourMode') : undefined,
  )
  return modes.findLast((mode) => mode === 'light' || mode === 'dark')
}

/** Colours of the browser's toolbars, each with its media query where it depends on the system's setting. */
export function barColours(theme: Theme): readonly { readonly colour: string; readonly media: string | undefined }[] {
  if (theme !== 'system') return [{ colour: colours[theme], media: undefined }]
  return [
    { colour: colours.light, media: '(prefers-color-scheme: light)' },
    { colour: colours.dark, media: '(prefers-color-scheme: dark)' },
  ]
}

const colours = { light: 'white', dark: '#1b1718' } as const

/** A path on this site, to return to after a form without JavaScript; `/` for anything else. */
export function localPath(text: unknown): string {
  return toOwnPath(text) ?? '/'
}

/** Whether the browser is known to run scripts: it gets this cookie on hydration. */
export function readScripts(cookies: string | null): boolean {
  return /(?:^|;\s*)js=1(?:;|$)/.test(cookies ?? '')
}

/** Whether the side bar is collapsed to its icons. */
export function readBar(cookies: string | null): 'narrow' | 'wide' {
  return /(?:^|;\s*)bar=narrow(?:;|$)/.test(cookies ?? '') ? 'narrow' : 'wide'
}

/** The cookie that remembers the width of the side bar. */
export function barCookie(bar: 'narrow' | 'wide'): string {
  return `bar=${bar}; Path=/; Max-Age=${yearSeconds}; SameSite=Lax`
}
