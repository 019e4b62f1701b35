import { Monitor, Moon, Sun } from 'lucide-react'
import { href, useFetcher, useLocation } from 'react-router'
import type { Theme } from './theme.ts'

const choices = [
  { theme: 'light', label: 'Light', icon: Sun },
  { theme: 'dark', label: 'Dark', icon: Moon },
  { theme: 'system', label: 'As the system', icon: Monitor },
] as const satisfies readonly { theme: Theme; label: string; icon: unknown }[]

/** Light, dark or as the system says; remembered in a cookie. */
export function ThemeSwitch({ theme }: { readonly theme: Theme }) {
  const fetcher = useFetcher({ key: 'theme' })
  const { pathname, search } = useLocation()
  return (
    <fetcher.Form
      action={href('/theme')}
      aria-label="Colour theme"
      className="inline-flex rounded-lg bg-hover p-0.5"
      method="post"
    >
      <input name="back" type="hidden" value={`${pathname}${search}`} />
      {choices.map(({ theme: choice, label, icon: Icon }) => (
        <button
          aria-label={label}
          aria-pressed={choice === theme}
          className="touch-target grid h-7 w-9 place-items-center rounded-md text-faint hover:text-ink aria-pressed:bg-surface aria-pressed:text-ink aria-pressed:shadow-xs"
          key={choice}
          name="theme"
          title={label}
          type="submit"
          value={choice}
        >
          <Icon aria-hidden className="size-4" />
        </button>
      ))}
    </fetcher.Form>
  )
}
