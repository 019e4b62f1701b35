import { useState } from 'react'
import { href, Link, useLocation } from 'react-router'
import { Check, LayoutGrid, Plus } from '../icons.ts'
import { useText } from '../language/index.ts'
import { useAlive } from '../ui/basic/hooks.ts'
import { MissingPiece } from '../ui/missing-piece.tsx'
import { MenuLink } from './navigation.tsx'
import { shopPath } from './shop-path.ts'
import { type FrameShop, useShops } from './use-shops.ts'

interface ShopsContentProps {
  readonly shop: FrameShop
  readonly shopCount: number
}

/** With more shops than this the menu has a search. */
const mostWithoutSearch = 7

/** What the menu of shops holds. */
export function ShopsContent(props: ShopsContentProps) {
  const t = useText()
  return (
    <>
      <Shops {...props} />
      <ul className="border-line not-first:mt-1.5 not-first:border-t not-first:pt-1.5">
        {props.shopCount > 1 && <MenuLink icon={LayoutGrid} label={t('nav.shops')} to="/" />}
        <MenuLink icon={Plus} label={t('shell.add_shop')} to={href('/register')} />
      </ul>
    </>
  )
}

function Shops({ shop, shopCount }: ShopsContentProps) {
  const t = useText()
  const shops = useShops()
  const isAlive = useAlive()
  if (shops) return <ShopList shop={shop} shops={shops} />
  if (shops === null) return <MissingPiece />
  // Without scripts they never come. As high as the list: links that move down would be missed.
  return (
    isAlive && (
      <div aria-busy className={`overflow-hidden p-1.5 ${shopCount > mostWithoutSearch ? 'max-h-82.5' : 'max-h-72'}`}>
        <span className="sr-only">{t('shell.loading')}</span>
        {Array.from({ length: Math.min(shopCount, mostWithoutSearch + 1) }, (_, index) => (
          <div className="h-8 animate-pulse rounded-md bg-line not-last:mb-3.5" key={index} />
        ))}
      </div>
    )
  )
}

interface ShopListProps {
  readonly shops: readonly FrameShop[]
  readonly shop: FrameShop
}

function ShopList({ shops, shop }: ShopListProps) {
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
