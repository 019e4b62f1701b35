import { useFetchers, useMatches } from 'react-router'
import { forcedMode, type Theme, toTheme } from './theme.ts'

/** Key of the fetcher that saves a theme. */
export const themeFetcher = 'theme'

interface ThemeInUse {
  /** What the person chose: for the shop, else in this browser. One that is being saved counts already. */
  readonly chosen: Theme
  /** What the page shows: its own mode if it has one. */
  readonly shown: Theme
}

/** The colours of the page that is shown. */
export function useTheme(): ThemeInUse {
  const matches = useMatches()
  const saving = useFetchers().find((fetcher) => fetcher.key === themeFetcher)
  // The loaders nearer to the page know more: the shop's preference stands before the browser's cookie.
  const known = matches.map(({ loaderData }) => themeOf(loaderData)).findLast((theme) => theme !== undefined)
  const chosen = toTheme(saving?.formData?.get('theme')) ?? known ?? 'system'
  return { chosen, shown: forcedMode(matches.map(({ handle }) => handle)) ?? chosen }
}

function themeOf(loaderData: unknown): Theme | undefined {
  if (typeof loaderData !== 'object' || loaderData === null) return undefined
  return toTheme(Reflect.get(loaderData, 'theme'))
}
