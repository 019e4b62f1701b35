import { useEffect, useRef } from 'react'
import { href, NavLink, Outlet, useLocation } from 'react-router'
import type { Route } from './+types/layout-route.ts'

/** Begins the addresses of all others. */
const home = '/shop/:domain/settings'

const sections = [
  { path: home, label: 'Shop and display' },
  { path: '/shop/:domain/settings/plans', label: 'Plan' },
  { path: '/shop/:domain/settings/members', label: 'Members' },
  { path: '/shop/:domain/settings/api-keys', label: 'API keys' },
  { path: '/shop/:domain/settings/webhooks', label: 'Webhooks' },
  { path: '/shop/:domain/settings/exports', label: 'Exports' },
  { path: '/shop/:domain/settings/activity', label: 'Activity' },
  { path: '/shop/:domain/settings/shares', label: 'Share links' },
  { path: '/shop/:domain/settings/currencies', label: 'Currencies' },
  { path: '/shop/:domain/settings/privacy', label: 'Privacy' },
] as const

export default function SettingsRoute({ params }: Route.ComponentProps) {
  return (
    <>
      <SettingsNav domain={params.domain} />
      <Outlet />
    </>
  )
}

/** The sections of the settings, each at its own address. On a phone there are more than fit: the open one is brought into view. */
function SettingsNav({ domain }: { readonly domain: string }) {
  const { pathname } = useLocation()
  const nav = useRef<HTMLElement>(null)
  useEffect(() => {
    nav.current?.querySelector('[aria-current="page"]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [pathname])
  return (
    <nav aria-label="Settings" className="border-line border-b" ref={nav}>
      <ul className="mx-auto flex w-fit min-w-[min(48rem,100%)] max-w-full gap-1 overflow-x-auto px-1.5 pt-2 sm:px-5.5">
        {sections.map(({ path, label }) => (
          <li key={path}>
            <NavLink
              className="touch-target flex h-10 items-center whitespace-nowrap border-transparent border-b-2 px-2.5 text-soft hover:text-ink aria-[current=page]:border-ink aria-[current=page]:font-medium aria-[current=page]:text-ink"
              end={path === home}
              to={href(path, { domain })}
            >
              {label}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
