import type { ReactNode } from 'react'
import { href, Link, useFetcher, useFetchers, useLocation, useNavigation } from 'react-router'
import { Ellipsis, PanelLeftClose, PanelLeftOpen, Store, UserRound } from '../icons.ts'
import { useText } from '../language/index.ts'
import { useLatestLinks } from '../search/use-latest-search.ts'
import { useSelfClosing } from '../ui/basic/hooks.ts'
import { useLateContent } from '../ui/late-content.ts'
import type { FramePerson } from './account-content.tsx'
import { AccountMenu } from './account-menu.tsx'
import { Brand } from './basic/brand.tsx'
import { ThemeSwitch } from './basic/theme-switch.tsx'
import { currentness, type Destination, destinationsOf } from './destinations.ts'
import { PageLinks, SearchButton } from './navigation.tsx'
import { ShopSwitcher } from './shop-switcher.tsx'
import type { FrameShop } from './use-shops.ts'

/** The top bar on a phone: shop, search, account. */
function PhoneBar({ shopCount, shop, person, search }: TopProps) {
  const t = useText()
  return (
    <header className="flex h-14 items-center justify-between gap-2 border-line border-b bg-canvas px-4 lg:hidden print:hidden">
      {shop ? (
        <ShopSwitcher shopCount={shopCount} place="phone" shop={shop} />
      ) : (
        <Link aria-label={t('shell.home')} className="py-1" to="/">
          <Brand />
        </Link>
      )}
      <div className="flex shrink-0 items-center gap-1">
        {shop ? <SearchButton onPress={search} place="phone" /> : <ThemeSwitch />}
        {person && <AccountMenu domain={shop?.domain} person={person} place="phone" />}
      </div>
    </header>
  )
}

/** The three pages in the bottom bar; the others are behind "More". */
const underTheThumb = ['nav.summary', 'nav.campaigns', 'nav.attributions'] as const

interface BottomBarProps {
  readonly shop: FrameShop
  readonly destinations: readonly Destination[]
}

/** The bottom bar on a phone: four targets. */
function BottomBar({ shop, destinations }: BottomBarProps) {
  const t = useText()
  const { pathname } = useLocation()
  const isNear = ({ label }: Destination) => underTheThumb.some((near) => near === label)
  return (
    <nav
      aria-label={t('nav.main')}
      className="fixed inset-x-0 bottom-0 z-30 border-line border-t bg-canvas pb-[env(safe-area-inset-bottom)] lg:hidden print:hidden"
    >
      <ul className="flex">
        {destinations.filter(isNear).map(({ to, label, icon: Icon }) => (
          <li className="flex min-w-0 flex-1" key={to}>
            <Link aria-current={currentness(to, pathname)} className="nav-target" to={to}>
              <Icon aria-hidden className="size-5" strokeWidth={1.75} />
              <span className="max-w-full truncate px-1">{t(label)}</span>
            </Link>
          </li>
        ))}
        <li className="flex min-w-0 flex-1">
          <More destinations={destinations.filter((destination) => !isNear(destination))} shop={shop} />
        </li>
      </ul>
    </nav>
  )
}

/** Pages outside any shop. */
const beyondTheShop = [
  { to: '/', label: 'nav.shops', icon: Store, inside: [] },
  { to: href('/account'), label: 'nav.account', icon: UserRound, inside: [] },
] as const

function More({ destinations, shop }: BottomBarProps) {
  const t = useText()
  const ref = useSelfClosing()
  const { pathname } = useLocation()
  const isDrawn = useLateContent(ref)
  const isInside = destinations.some(({ to }) => currentness(to, pathname))
  return (
    <details className="group/more flex min-w-0 flex-1" ref={ref}>
      <summary
        className={`nav-target list-none group-open/more:text-ink [&::-webkit-details-marker]:hidden ${isInside ? 'font-medium text-ink' : ''}`}
      >
        <Ellipsis aria-hidden className="size-5" strokeWidth={1.75} />
        {t('nav.more')}
      </summary>
      <div className="fixed inset-x-0 bottom-[calc(3.8rem+env(safe-area-inset-bottom))] max-h-[75dvh] animate-[fade-in_150ms_ease-out] overflow-y-auto overscroll-contain rounded-t-2xl border-line border-t bg-raised px-4 pt-4 pb-5 shadow-raised">
        {isDrawn && (
          <>
            <PageLinks destinations={destinations} />
            <div className="mt-2 border-line border-t pt-2">
              <PageLinks destinations={beyondTheShop} />
            </div>
            <div className="mt-3 flex justify-center border-line border-t pt-4">
              <ThemeSwitch domain={shop.domain} />
            </div>
          </>
        )}
      </div>
    </details>
  )
}

/** Key of the fetcher that collapses the bar; its pending value applies at once. */
const barFetcher = 'bar'

interface TopProps {
  readonly shopCount: number
  /** The current shop, whose pages the navigation offers; undefined while there is none. */
  readonly shop: FrameShop | undefined
  /** The signed-in person; undefined on a public page. */
  readonly person: FramePerson | undefined
  /** Opens the command menu. */
  readonly search: () => void
}

interface FrameProps extends TopProps {
  /** Width of the side bar, as the person left it. */
  readonly bar: 'narrow' | 'wide'
  readonly children: ReactNode
}

/** The frame around every page: a side bar, on phones a bar at the top and one at the bottom. */
export function Frame({ bar, children, ...top }: FrameProps) {
  const { shopCount, shop } = top
  useLatestLinks()
  const width = useChosenBar() ?? bar
  const all = shop ? destinationsOf(shop.domain) : []
  // With a single shop there is nothing to compare.
  const destinations = shopCount > 1 ? all : all.filter(({ label }) => label !== 'nav.hub')
  return (
    <div
      className="group/frame min-h-dvh lg:grid lg:grid-cols-[14.5rem_minmax(0,1fr)] lg:data-[bar=narrow]:grid-cols-[4.25rem_minmax(0,1fr)] print:block"
      data-bar={width}
    >
      <SideBar {...top} destinations={destinations} isNarrow={width === 'narrow'} />
      <div className="flex min-w-0 flex-col max-lg:pb-20 print:block print:pb-0">
        {shop && (
          <p className="mb-3 hidden items-baseline gap-2 border-line border-b pb-2 print:flex">
            <span className="font-semibold">{shop.name}</span>
            <span className="text-faint">{shop.domain}</span>
          </p>
        )}
        <PhoneBar {...top} />
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

/** A pending width applies at once. */
function useChosenBar(): 'narrow' | 'wide' | undefined {
  const chosen = useFetchers()
    .find((fetcher) => fetcher.key === barFetcher)
    ?.formData?.get('bar')
  return chosen === 'narrow' || chosen === 'wide' ? chosen : undefined
}

interface SideBarProps extends TopProps {
  readonly destinations: readonly Destination[]
  readonly isNarrow: boolean
}

/** The side bar, on screens wide enough for it. Collapsed, it shows only its icons. */
function SideBar({ shopCount, shop, destinations, person, isNarrow, search }: SideBarProps) {
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
      {shop && <ShopSwitcher shopCount={shopCount} place="bar" shop={shop} />}
      {shop && <SearchButton onPress={search} place="bar" />}
      <nav
        aria-label={t('nav.main')}
        className="-mx-1 mt-3 min-h-0 flex-1 overflow-y-auto overscroll-contain px-1 py-0.5 [scrollbar-width:thin]"
      >
        <PageLinks destinations={destinations} />
      </nav>
      <div className="grid gap-3 pt-3 group-data-[bar=narrow]/frame:justify-items-center">
        <ThemeSwitch className="mx-1 group-data-[bar=narrow]/frame:mx-0" domain={shop?.domain} />
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
