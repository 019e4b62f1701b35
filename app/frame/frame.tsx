import { PanelLeftClose, PanelLeftOpen } from 'lucide-react'
import type { ReactNode } from 'react'
import { href, Link, useFetcher, useFetchers, useLocation, useNavigation } from 'react-router'
import { useText } from '../language/index.ts'
import { useLatestLinks } from '../search/use-latest-search.ts'
import { AccountMenu, type FramePerson } from './account-menu.tsx'
import { Brand } from './basic/brand.tsx'
import { ThemeSwitch } from './basic/theme-switch.tsx'
import { type Destination, destinationsOf } from './destinations.ts'
import { PageLinks, SearchButton } from './navigation.tsx'
import { BottomBar, PhoneBar } from './phone-bars.tsx'
import { type FrameShop, ShopSwitcher } from './shop-switcher.tsx'

/** Key of the fetcher that folds the bar: what is being saved counts already. */
const barFetcher = 'bar'

interface FrameProps {
  readonly shops: readonly FrameShop[]
  /** The current shop, whose pages the navigation offers; undefined while there is none. */
  readonly shop: FrameShop | undefined
  /** Who is signed in; undefined on a page that is open to everybody. */
  readonly person: FramePerson | undefined
  /** How wide the bar on the left is, as the person left it. */
  readonly bar: 'narrow' | 'wide'
  /** Opens the command menu. */
  readonly search: () => void
  readonly children: ReactNode
}

/** Bar on the left, on a phone one above and one below. */
export function Frame({ shops, shop, person, bar, search, children }: FrameProps) {
  useLatestLinks()
  const width = useChosenBar() ?? bar
  const all = shop ? destinationsOf(shop.domain) : []
  // With a single shop there is nothing to put side by side.
  const destinations = shops.length > 1 ? all : all.filter(({ label }) => label !== 'nav.hub')
  return (
    <div
      className="group/frame min-h-dvh lg:grid lg:grid-cols-[14.5rem_minmax(0,1fr)] lg:data-[bar=narrow]:grid-cols-[4.25rem_minmax(0,1fr)] print:block"
      data-bar={width}
    >
      <SideBar
        destinations={destinations}
        isNarrow={width === 'narrow'}
        person={person}
        search={search}
        shop={shop}
        shops={shops}
      />
      <div className="flex min-w-0 flex-col max-lg:pb-20 print:block print:pb-0">
        {shop && (
          <p className="mb-3 hidden items-baseline gap-2 border-line border-b pb-2 print:flex">
            <span className="font-semibold">{shop.name}</span>
            <span className="text-faint">{shop.domain}</span>
          </p>
        )}
        <PhoneBar person={person} search={search} shop={shop} shops={shops} />
        <Content>{children}</Content>
      </div>
      {shop && <BottomBar destinations={all} shop={shop} />}
    </div>
  )
}

/** Old content stays while the next page is on its way, and dims when that takes a moment. */
function Content({ children }: { readonly children: ReactNode }) {
  const isLeaving = useNavigation().state === 'loading'
  return (
    <div
      aria-busy={isLeaving || undefined}
      className={`flex-1 transition-opacity duration-150 ${isLeaving ? 'opacity-60 delay-150' : ''}`}
    >
      {children}
    </div>
  )
}

/** A width that is being saved counts already. */
function useChosenBar(): 'narrow' | 'wide' | undefined {
  const chosen = useFetchers()
    .find((fetcher) => fetcher.key === barFetcher)
    ?.formData?.get('bar')
  return chosen === 'narrow' || chosen === 'wide' ? chosen : undefined
}

interface SideBarProps {
  readonly shops: readonly FrameShop[]
  /** Undefined while there is no shop. */
  readonly shop: FrameShop | undefined
  readonly destinations: readonly Destination[]
  readonly person: FramePerson | undefined
  readonly isNarrow: boolean
  /** Opens the command menu. */
  readonly search: () => void
}

/** The bar beside the page, on screens that have room for it. Folded, it shows its icons only. */
function SideBar({ shops, shop, destinations, person, isNarrow, search }: SideBarProps) {
  const t = useText()
  return (
    <aside
      aria-label={t('nav.bar')}
      className="sticky top-0 z-30 hidden h-dvh flex-col border-line border-e bg-sunken px-3 py-4 lg:flex print:hidden"
    >
      <div className="mb-4 flex items-center justify-between gap-2 group-data-[bar=narrow]/frame:flex-col">
        <Link aria-label={t('shell.home')} className="rounded-lg px-2 py-1" to="/">
          <Brand />
        </Link>
        <FoldButton isNarrow={isNarrow} />
      </div>
      {shop && <ShopSwitcher place="bar" shop={shop} shops={shops} />}
      {shop && <SearchButton onPress={search} place="bar" />}
      <nav
        aria-label={t('nav.main')}
        className="-mx-1 mt-3 min-h-0 flex-1 overflow-y-auto overscroll-contain px-1 py-0.5 [scrollbar-width:thin]"
      >
        <PageLinks destinations={destinations} />
      </nav>
      <div className="grid gap-3 pt-3 group-data-[bar=narrow]/frame:justify-items-center">
        <div className="px-1 group-data-[bar=narrow]/frame:px-0">
          <ThemeSwitch domain={shop?.domain} />
        </div>
        {person && <AccountMenu domain={shop?.domain} person={person} place="bar" />}
      </div>
    </aside>
  )
}

function FoldButton({ isNarrow }: { readonly isNarrow: boolean }) {
  const t = useText()
  const fetcher = useFetcher({ key: barFetcher })
  const { pathname, search } = useLocation()
  const Icon = isNarrow ? PanelLeftOpen : PanelLeftClose
  const label = t(isNarrow ? 'shell.wide' : 'shell.narrow')
  return (
    <fetcher.Form action={href('/frame')} defaultShouldRevalidate={false} method="post">
      <input name="back" type="hidden" value={`${pathname}${search}`} />
      <button
        aria-label={label}
        className="touch-target grid size-8 place-items-center rounded-lg text-faint hover:bg-hover hover:text-ink"
        name="bar"
        title={label}
        type="submit"
        value={isNarrow ? 'wide' : 'narrow'}
      >
        <Icon aria-hidden className="size-4.5 rtl:-scale-x-100" strokeWidth={1.75} />
      </button>
    </fetcher.Form>
  )
}
