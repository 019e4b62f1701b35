import { href, useFetcher, useFetchers, useLocation, useMatches } from 'react-router'
import { Monitor, Moon, Sun } from '../../icons.ts'
import { useText } from '../../language/index.ts'
import { forcedMode, type Theme, toTheme } from './theme.ts'

/** Key of the fetcher that saves a theme. */
export const themeFetcher = 'theme'

interface ThemeInUse {
  /** The person's choice: for the shop, else in this browser. A pending choice applies at once. */
  readonly chosen: Theme
  /** The theme on screen: the mode that the page forces, if any. */
  readonly shown: Theme
}

/** The theme of the current page. */
export function useTheme(): ThemeInUse {
  const matches = useMatches()
  const saving = useFetchers().find((fetcher) => fetcher.key === themeFetcher)
  // Inner loaders know more: the shop's preference takes precedence over the browser's cookie.
  const known = matches.map(({ loaderData }) => themeOf(loaderData)).findLast((theme) => theme !== undefined)
  const chosen = toTheme(saving?.formData?.get('theme')) ?? known ?? 'system'
  return { chosen, shown: forcedMode(matches.map(({ handle }) => handle)) ?? chosen }
}

function themeOf(loaderData: unknown): Theme | undefined {
  if (typeof loaderData !== 'object' || loaderData === null) return undefined
  return toTheme(Reflect.get(loaderData, 'theme'))
}

const choices = [
  { theme: 'light', label: 'shell.theme_light', icon: Sun },
  { theme: 'dark', label: 'shell.theme_dark', icon: Moon },
  { theme: 'system', label: 'shell.theme_system', icon: Monitor },
] as const satisfies readonly { theme: Theme; label: string; icon: unknown }[]

interface ThemeSwitchProps {
  /** The shop that remembers the choice, too. */
  readonly domain?: string | undefined
  readonly className?: string
}

/** Light, dark or as the system says; remembered in this browser, and for the shop when there is one. */
export function ThemeSwitch({ domain, className = '' }: ThemeSwitchProps) {
  const t = useText()
  const { chosen } = useTheme()
  const fetcher = useFetcher({ key: themeFetcher })
  const { pathname, search } = useLocation()
  return (
    <fetcher.Form
      action={href('/theme')}
      aria-label={t('shell.theme')}
      className={`inline-flex w-fit rounded-lg bg-hover p-0.5 lg:group-data-[bar=narrow]/frame:flex-col ${className}`}
      defaultShouldRevalidate={false}
      method="post"
    >
      <input name="back" type="hidden" value={`${pathname}${search}`} />
      {domain && <input name="shop" type="hidden" value={domain} />}
      {choices.map(({ theme, label, icon: Icon }) => (
        <button
          aria-label={t(label)}
          aria-pressed={theme === chosen}
          className="theme-choice"
          key={theme}
          name="theme"
          title={t(label)}
          type="submit"
          value={theme}
        >
          <Icon aria-hidden className="size-4" />
        </button>
      ))}
    </fetcher.Form>
  )
}
