import { type ReactNode, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { Check } from '../icons.ts'
import { useText } from '../language/index.ts'
import { useAlive } from '../ui/basic/hooks.ts'
import { MissingPiece } from '../ui/missing-piece.tsx'
import { shopPath } from './shop-path.ts'
import { type FrameShop, mostWithoutSearch, useShops } from './use-shops.ts'

interface ShopsContentProps {
  readonly shop: FrameShop
  /** Stands in place of the shops until they are there. */
  readonly waiting: ReactNode
}

/** The shops to switch to. */
export function ShopsContent({ shop, waiting }: ShopsContentProps) {
  const shops = useShops()
  const isAlive = useAlive()
  if (shops) return <ShopList shop={shop} shops={shops} />
  // Without scripts they never come.
  return shops === null ? <MissingPiece /> : isAlive && waiting
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
