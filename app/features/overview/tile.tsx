import { widgetAnchor } from './export/anchor.ts'
import { MenuButton } from './layout/menu-button.tsx'
import type { PageView, WidgetModel } from './model.ts'
import { WidgetBody } from './widgets/index.ts'

interface TileProps {
  readonly widget: WidgetModel
  readonly view: PageView
  /** What is inside does nothing: the widget is being moved about, or is only a preview. */
  readonly isStill?: boolean
}

/** The frame of a widget: what it shows, and its menu. */
export function Tile({ widget, view, isStill = false }: TileProps) {
  return (
    <article
      className="group/tile relative flex h-full min-w-0 flex-col rounded-xl border border-line bg-surface hover:border-edge/60 has-[a:focus-visible]:border-edge"
      id={widgetAnchor(widget.key)}
    >
      <div className="min-h-0 min-w-0 flex-1" inert={isStill}>
        <WidgetBody view={view} widget={widget} />
      </div>
      <MenuButton view={view} widget={widget} />
    </article>
  )
}
