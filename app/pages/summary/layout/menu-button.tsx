import { lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import { useText } from '../../../language/index.ts'
import type { PageView, WidgetLoad } from '../model.ts'
import type { WidgetFrame } from '../widget-frame.ts'

const loadMenu = () => import('./widget-menu.tsx')
const WidgetMenu = lazy(async () => ({ default: (await loadMenu()).WidgetMenu }))

interface MenuButtonProps {
  readonly frame: WidgetFrame
  readonly view: PageView
  /** Renders actions for the widget's content. */
  readonly content: (draw: (load: WidgetLoad | undefined) => ReactNode) => ReactNode
}

/** Opens a widget's menu; its code is loaded on first use. */
export function MenuButton({ frame, view, content }: MenuButtonProps) {
  const t = useText()
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const preload = () => void loadMenu()
  return (
    <>
      <button
        aria-expanded={isOpen}
        aria-haspopup="menu"
        aria-label={t('menu.open', { name: frame.title })}
        className="tile-menu"
        onClick={() => setOpen((wasOpen) => !wasOpen)}
        onFocus={preload}
        onPointerEnter={preload}
        ref={button}
        type="button"
      />
      {isOpen && (
        <Suspense>
          <WidgetMenu button={button} close={() => setOpen(false)} content={content} frame={frame} view={view} />
        </Suspense>
      )}
    </>
  )
}
