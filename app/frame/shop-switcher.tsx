import { useState } from 'react'
import { href, Link, useLocation } from 'react-router'
import { Check, ChevronsUpDown, LayoutGrid, Plus } from '../icons.ts'
import { useText } from '../language/index.ts'
import { useSelfClosing } from '../ui/basic/hooks.ts'
import { useLateContent } from '../ui/late-content.ts'
import { MenuLink } from './navigation.tsx'
import { shopPath } from './shop-path.ts'

/** A shop as the navigation names it. */
export interface FrameShop {
  readonly domain: string
  readonly name: string
}

interface ShopSwitcherProps {
  readonly shops: readonly FrameShop[]
  readonly shop: FrameShop
  readonly place: 'bar' | 'phone'
}

/** With more shops than this the menu has a search, and lists them only once it is opened: every page has the menu twice. */
const mostWithoutSearch = 7

/** Switches to the same page of another shop. Opens without JavaScript, if only to lead to the page of all shops. */
export function ShopSwitcher({ shops, shop, place }: ShopSwitcherProps) {
  const t = useText()
  const ref = useSelfClosing()
  const isDrawn = useLateContent(ref)
  const isListed = useLateContent(ref, shops.length > mostWithoutSearch)
  const isPhone = place === 'phone'
  return (
    <details className={`relative min-w-0 ${isPhone ? 'flex-1' : ''}`} ref={ref}>
      <summary
        className={`touch-target flex list-none items-center gap-2.5 rounded-lg hover:bg-hover [&::-webkit-details-marker]:hidden ${isPhone ? '-ms-1.5 w-fit max-w-full px-1.5 py-1' : 'border border-line bg-surface px-2.5 py-2 group-data-[bar=narrow]/frame:justify-center group-data-[bar=narrow]/frame:px-0 group-data-[bar=narrow]/frame:py-1'}`}
      >
        <Letter name={shop.name} />
        <span className={`min-w-0 leading-tight ${isPhone ? '' : 'flex-1 group-data-[bar=narrow]/frame:sr-only'}`}>
          <span className="sr-only">{t('shell.switch_shop')} </span>
          <span className="block truncate text-match-parent font-medium text-[13px]" dir="auto">
            {shop.name}
          </span>
          <span className="block truncate text-match-parent text-faint text-xs max-lg:hidden" dir="ltr">
            {shop.domain}
          </span>
        </span>
        <ChevronsUpDown aria-hidden className="size-3.5 shrink-0 text-faint lg:group-data-[bar=narrow]/frame:hidden" />
      </summary>
      <div className="absolute start-0 top-full z-40 mt-1.5 w-72 max-w-[calc(100vw-2rem)] rounded-xl border border-line bg-raised p-1.5 shadow-raised">
        {isDrawn && (
          <>
            {isListed && <ShopList shop={shop} shops={shops} />}
            <ul className={isListed ? 'mt-1.5 border-line border-t pt-1.5' : ''}>
              {shops.length > 1 && <MenuLink icon={LayoutGrid} label={t('nav.shops')} to="/" />}
              <MenuLink icon={Plus} label={t('shell.add_shop')} to={href('/register')} />
            </ul>
          </>
        )}
      </div>
    </details>
  )
}

function ShopList({ shops, shop }: Pick<ShopSwitcherProps, 'shops' | 'shop'>) {
  const t = useText()
  const place = useLocation()
  const [sought, setSought] = useState('')
  const found = shops.filter(({ name, domain }) =>
    `${name} ${domain}`.toLowerCase().includes(sought.toLowerCase().trim()),
  )
  return (
    <>
      {shops.length > mostWithoutSearch && (
        <input
          aria-label={t('shell.find_shop')}
          className="mb-1.5 h-9 w-full rounded-lg border border-edge bg-surface px-2.5 pointer-coarse:h-11 pointer-coarse:text-base"
          onChange={(event) => setSought(event.target.value)}
          placeholder={t('shell.find_shop')}
          type="search"
          value={sought}
        />
      )}
      <ul className="max-h-72 overflow-y-auto overscroll-contain">
        {found.map((each) => (
          <li key={each.domain}>
            <Link
              aria-current={each.domain === shop.domain ? 'true' : undefined}
              className="touch-target flex items-center gap-2.5 rounded-lg px-2.5 py-1.5 leading-tight hover:bg-hover focus-visible:-outline-offset-2"
              to={shopPath(place, each.domain)}
            >
              <span className="min-w-0 flex-1">
                <span className="block truncate text-match-parent font-medium" dir="auto">
                  {each.name}
                </span>
                <span className="block truncate text-match-parent text-faint text-xs" dir="ltr">
                  {each.domain}
                </span>
              </span>
              <Check
                aria-hidden
                className={`size-4 shrink-0 text-accent ${each.domain === shop.domain ? '' : 'invisible'}`}
              />
            </Link>
          </li>
        ))}
      </ul>
      {found.length === 0 && <p className="px-2.5 py-2 text-faint">{t('shell.no_shop_found')}</p>}
    </>
  )
}

function Letter({ name }: { readonly name: string }) {
  return (
    <span
      aria-hidden
      className="grid size-8 shrink-0 place-items-center rounded-md bg-accent-wash font-semibold text-accent"
    >
      {name.slice(0, 1).toUpperCase()}
    </span>
  )
}
