import { Monitor, Moon, Sun } from 'lucide-react'
import { href, useFetcher, useLocation } from 'react-router'
import { useText } from '../../language/index.ts'
import type { Theme } from './theme.ts'
import { themeFetcher, useTheme } from './use-theme.ts'

const choices = [
  { theme: 'light', label: 'shell.theme_light', icon: Sun },
  { theme: 'dark', label: 'shell.theme_dark', icon: Moon },
  { theme: 'system', label: 'shell.theme_system', icon: Monitor },
] as const satisfies readonly { theme: Theme; label: string; icon: unknown }[]

/** Light, dark or as the system says; remembered in this browser, and for the shop when there is one. */
export function ThemeSwitch({ domain }: { readonly domain?: string | undefined }) {
  const t = useText()
  const { chosen } = useTheme()
  const fetcher = useFetcher({ key: themeFetcher })
  const { pathname, search } = useLocation()
  return (
    <fetcher.Form
      action={href('/theme')}
      aria-label={t('shell.theme')}
      className="inline-flex w-fit rounded-lg bg-hover p-0.5 lg:group-data-[bar=narrow]/frame:flex-col"
      defaultShouldRevalidate={false}
      method="post"
    >
      <input name="back" type="hidden" value={`${pathname}${search}`} />
      {domain && <input name="shop" type="hidden" value={domain} />}
      {choices.map(({ theme, label, icon: Icon }) => (
        <button
          aria-label={t(label)}
          aria-pressed={theme === chosen}
          className="touch-target grid h-7 w-9 place-items-center rounded-md text-faint hover:text-ink aria-pressed:bg-surface aria-pressed:text-ink aria-pressed:shadow-xs"
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
