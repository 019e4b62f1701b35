import type { ReactNode } from 'react'
import { useFetchers, useNavigation } from 'react-router'
import { useLatestLinks } from '../search/use-latest-search.ts'
import type { FramePerson } from './account-menu.tsx'
import { destinationsOf } from './destinations.ts'
import { BottomBar, PhoneBar } from './phone-bars.tsx'
import type { FrameShop } from './shop-switcher.tsx'
import { barFetcher, SideBar } from './side-bar.tsx'

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
