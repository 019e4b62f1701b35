import { Ellipsis, Store, UserRound } from 'lucide-react'
import { href, Link, useLocation } from 'react-router'
import { useText } from '../language/index.ts'
import { useSelfClosing } from '../ui/basic/hooks.ts'
import { AccountMenu, type FramePerson } from './account-menu.tsx'
import { Brand, ThemeSwitch } from './basic/index.ts'
import { currentness, type Destination } from './destinations.ts'
import { PageLinks, SearchButton } from './navigation.tsx'
import { type FrameShop, ShopSwitcher } from './shop-switcher.tsx'

interface PhoneBarProps {
  readonly shops: readonly FrameShop[]
  readonly shop: FrameShop | undefined
  readonly person: FramePerson | undefined
  /** Opens the command menu. */
  readonly search: () => void
}

/** Above the page on a phone: the shop, the search, oneself. */
export function PhoneBar({ shops, shop, person, search }: PhoneBarProps) {
  const t = useText()
  return (
    <header className="flex h-14 items-center justify-between gap-2 border-line border-b bg-canvas px-4 lg:hidden print:hidden">
      {shop ? (
        <ShopSwitcher place="phone" shop={shop} shops={shops} />
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

const targetClass =
  'flex h-15 min-w-0 flex-1 flex-col items-center justify-center gap-1 text-faint text-xs focus-visible:-outline-offset-2 aria-[current]:font-medium aria-[current]:text-ink'

/** The three pages that stand under the thumb; the rest is behind "More". */
const underTheThumb = ['nav.summary', 'nav.hub', 'nav.integrations'] as const

interface BottomBarProps {
  readonly shop: FrameShop
  readonly destinations: readonly Destination[]
}

/** Below the page on a phone: four targets. */
export function BottomBar({ shop, destinations }: BottomBarProps) {
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
            <Link aria-current={currentness(to, pathname)} className={targetClass} to={to}>
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

/** Pages that are of no shop. */
const beyondTheShop = [
  { to: '/', label: 'nav.shops', icon: Store, inside: [] },
  { to: href('/account'), label: 'nav.account', icon: UserRound, inside: [] },
] as const

function More({ destinations, shop }: BottomBarProps) {
  const t = useText()
  const ref = useSelfClosing()
  const { pathname } = useLocation()
  const isInside = destinations.some(({ to }) => currentness(to, pathname))
  return (
    <details className="group/more flex min-w-0 flex-1" ref={ref}>
      <summary
        className={`${targetClass} list-none group-open/more:text-ink [&::-webkit-details-marker]:hidden ${isInside ? 'font-medium text-ink' : ''}`}
      >
        <Ellipsis aria-hidden className="size-5" strokeWidth={1.75} />
        {t('nav.more')}
      </summary>
      <div className="fixed inset-x-0 bottom-[calc(3.8rem+env(safe-area-inset-bottom))] max-h-[75dvh] animate-[fade-in_150ms_ease-out] overflow-y-auto overscroll-contain rounded-t-2xl border-line border-t bg-raised px-4 pt-4 pb-5 shadow-raised">
        <PageLinks destinations={destinations} />
        <div className="mt-2 border-line border-t pt-2">
          <PageLinks destinations={beyondTheShop} />
        </div>
        <div className="mt-3 flex justify-center border-line border-t pt-4">
          <ThemeSwitch domain={shop.domain} />
        </div>
      </div>
    </details>
  )
}
