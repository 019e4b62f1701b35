import { ChartNoAxesColumn, LayoutGrid, type LucideIcon, Plug } from 'lucide-react'
import type { ReactNode } from 'react'
import { href, Link, NavLink, useNavigation } from 'react-router'
import { AccountMenu, type FramePerson } from './account-menu.tsx'
import { Brand } from './brand.tsx'
import type { Theme } from './theme.ts'
import { ThemeSwitch } from './theme-switch.tsx'

interface FrameProps {
  readonly theme: Theme
  /** The shop whose pages the navigation offers; undefined on pages above the shops. */
  readonly shop: { readonly domain: string; readonly name: string } | undefined
  readonly shopCount: number
  /** Who is signed in; undefined on a page that is open to everybody. */
  readonly person: FramePerson | undefined
  /** A shop of the organisation whose members the menu leads to. */
  readonly membersDomain: string | undefined
  readonly children: ReactNode
}

interface Destination {
  readonly to: string
  readonly label: string
  readonly icon: LucideIcon
}

/** Bar on the left, on a phone one above and one below. */
export function Frame({ theme, shop, shopCount, person, membersDomain, children }: FrameProps) {
  const destinations = destinationsOf(shop?.domain, shopCount)
  return (
    <div className="min-h-dvh lg:grid lg:grid-cols-[14.5rem_minmax(0,1fr)]">
      <aside className="sticky top-0 hidden h-dvh flex-col border-line border-r bg-sunken px-3 py-4 lg:flex">
        <Link className="mb-6 rounded-lg px-2 py-1" to="/">
          <Brand />
        </Link>
        {shop && <ShopName shop={shop} />}
        <nav aria-label="Main" className="mt-4 grid gap-0.5">
          {destinations.map(({ to, label, icon: Icon }) => (
            <NavLink
              className="flex h-9 items-center gap-2.5 rounded-lg px-2.5 text-soft hover:bg-hover hover:text-ink aria-[current=page]:bg-hover aria-[current=page]:font-medium aria-[current=page]:text-ink"
              end
              key={to}
              to={to}
            >
              <Icon aria-hidden className="size-4.5" strokeWidth={1.75} />
              {label}
            </NavLink>
          ))}
        </nav>
        <div className="mt-auto grid gap-3">
          <div className="px-1">
            <ThemeSwitch theme={theme} />
          </div>
          {person && <AccountMenu domain={membersDomain} person={person} place="bar" />}
        </div>
      </aside>
      <div className="flex min-w-0 flex-col max-lg:pb-20">
        <PhoneBar membersDomain={membersDomain} person={person} shop={shop} theme={theme} />
        <Content>{children}</Content>
      </div>
      {destinations.length > 1 && <BottomBar destinations={destinations} />}
    </div>
  )
}

function destinationsOf(domain: string | undefined, shopCount: number): Destination[] {
  const shops: Destination = { to: '/', label: shopCount > 1 ? 'All shops' : 'Your shop', icon: LayoutGrid }
  if (!domain) return shopCount > 0 ? [shops] : []
  return [
    { to: href('/shop/:domain', { domain }), label: 'Summary', icon: ChartNoAxesColumn },
    { to: href('/shop/:domain/integrations', { domain }), label: 'Integrations', icon: Plug },
    ...(shopCount > 1 ? [shops] : []),
  ]
}

/** Old content stays while the next page is on its way, and dims when that takes a moment. */
function Content({ children }: { readonly children: ReactNode }) {
  const isLeaving = useNavigation().state === 'loading'
  return (
    <div className={`flex-1 transition-opacity duration-150 ${isLeaving ? 'opacity-60 delay-150' : ''}`}>
      {children}
    </div>
  )
}

function ShopName({ shop }: { readonly shop: { readonly domain: string; readonly name: string } }) {
  return (
    <div className="flex items-center gap-2.5 rounded-lg border border-line bg-surface px-2.5 py-2">
      <span
        aria-hidden
        className="grid size-8 shrink-0 place-items-center rounded-md bg-accent-wash font-semibold text-accent"
      >
        {shop.name.slice(0, 1).toUpperCase()}
      </span>
      <span className="min-w-0 leading-tight">
        <span className="block truncate font-medium text-[13px]">{shop.name}</span>
        <span className="block truncate text-faint text-xs">{shop.domain}</span>
      </span>
    </div>
  )
}

function PhoneBar({ shop, theme, person, membersDomain }: Omit<FrameProps, 'shopCount' | 'children'>) {
  return (
    <header className="flex h-14 items-center justify-between gap-3 border-line border-b bg-canvas px-4 lg:hidden">
      <Link className="min-w-0 truncate py-1" to="/">
        {shop ? <span className="font-semibold">{shop.name}</span> : <Brand />}
      </Link>
      <div className="flex items-center gap-2">
        <ThemeSwitch theme={theme} />
        {person && <AccountMenu domain={membersDomain} person={person} place="phone" />}
      </div>
    </header>
  )
}

function BottomBar({ destinations }: { readonly destinations: readonly Destination[] }) {
  return (
    <nav
      aria-label="Main"
      className="fixed inset-x-0 bottom-0 z-30 flex border-line border-t bg-canvas pb-[env(safe-area-inset-bottom)] lg:hidden"
    >
      {destinations.map(({ to, label, icon: Icon }) => (
        <NavLink
          className="flex h-15 flex-1 flex-col items-center justify-center gap-1 text-faint text-xs aria-[current=page]:font-medium aria-[current=page]:text-ink"
          end
          key={to}
          to={to}
        >
          <Icon aria-hidden className="size-5" strokeWidth={1.75} />
          {label}
        </NavLink>
      ))}
    </nav>
  )
}
