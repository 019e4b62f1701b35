import { Ellipsis } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { useText } from '../../../language/index.ts'
import type { PageView, WidgetModel } from '../model.ts'

const loadMenu = () => import('./widget-menu.tsx')
const WidgetMenu = lazy(async () => ({ default: (await loadMenu()).WidgetMenu }))

interface MenuButtonProps {
  readonly widget: WidgetModel
  readonly view: PageView
}

/** Opens the menu of a widget; its code comes with the first one. */
export function MenuButton({ widget, view }: MenuButtonProps) {
  const t = useText()
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const preload = () => void loadMenu()
  return (
    <span className="absolute end-1.5 top-2 z-10 noscript:hidden pointer-coarse:end-0 pointer-coarse:top-0.5 print:hidden">
      <button
        aria-expanded={isOpen}
        aria-haspopup="menu"
        aria-label={t('menu.open', { name: widget.title })}
        className="touch-target grid size-8 place-items-center rounded-lg text-faint hover:bg-hover hover:text-ink focus-visible:opacity-100 aria-expanded:bg-hover aria-expanded:opacity-100 pointer-fine:opacity-0 pointer-fine:group-hover/tile:opacity-100 pointer-fine:group-focus-within/tile:opacity-100"
        onClick={() => setOpen((wasOpen) => !wasOpen)}
        onFocus={preload}
        onPointerEnter={preload}
        ref={button}
        type="button"
      >
        <Ellipsis aria-hidden className="size-4" />
      </button>
      {isOpen && (
        <Suspense>
          <WidgetMenu button={button} close={() => setOpen(false)} view={view} widget={widget} />
        </Suspense>
      )}
    </span>
  )
}
