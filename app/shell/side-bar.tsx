import { PanelLeftClose, PanelLeftOpen } from 'lucide-react'
import { href, Link, useFetcher, useLocation } from 'react-router'
import { useText } from '../language/index.ts'
import { AccountMenu, type FramePerson } from './account-menu.tsx'
import { Brand } from './brand.tsx'
import type { Destination } from './destinations.ts'
import { PageLinks } from './navigation.tsx'
import { SearchButton } from './search-button.tsx'
import { type FrameShop, ShopSwitcher } from './shop-switcher.tsx'
import { ThemeSwitch } from './theme-switch.tsx'

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
export function SideBar({ shops, shop, destinations, person, isNarrow, search }: SideBarProps) {
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

/** Key of the fetcher that folds the bar: what is being saved counts already. */
export const barFetcher = 'bar'

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
