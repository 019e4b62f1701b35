import { lazy, Suspense } from 'react'
import { ChevronsUpDown } from '../icons.ts'
import { useText } from '../language/index.ts'
import { useSelfClosing } from '../ui/basic/hooks.ts'
import { useLateContent } from '../ui/late-content.ts'
import { orMissing } from '../ui/missing-piece.tsx'
import type { FrameShop } from './use-shops.ts'

const loadContent = () => import('./shops-content.tsx')
const ShopsContent = lazy(() => orMissing(loadContent().then((piece) => piece.ShopsContent)))

interface ShopSwitcherProps {
  readonly shopCount: number
  readonly shop: FrameShop
  readonly place: 'bar' | 'phone'
}

/**
 * Switches to the same page of another shop. Opens without JavaScript, if only to lead to the page of all shops; with it, its code
 * and the shops are loaded on first use.
 */
export function ShopSwitcher({ shopCount, shop, place }: ShopSwitcherProps) {
  const t = useText()
  const ref = useSelfClosing()
  const isDrawn = useLateContent(ref)
  // A failure is told once the menu opens.
  const preload = () => void loadContent().catch(() => undefined)
  const isPhone = place === 'phone'
  return (
    <details className={`relative min-w-0 ${isPhone ? 'flex-1' : ''}`} ref={ref}>
      <summary
        className={`touch-target flex list-none items-center gap-2.5 rounded-lg hover:bg-hover [&::-webkit-details-marker]:hidden ${isPhone ? '-ms-1.5 w-fit max-w-full px-1.5 py-1' : 'border border-line bg-surface px-2.5 py-2 group-data-[bar=narrow]/frame:justify-center group-data-[bar=narrow]/frame:px-0 group-data-[bar=narrow]/frame:py-1'}`}
        onFocus={preload}
        onPointerEnter={preload}
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
          <Suspense fallback={<div className="h-40" />}>
            <ShopsContent shop={shop} shopCount={shopCount} />
          </Suspense>
        )}
      </div>
    </details>
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
