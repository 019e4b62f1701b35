import type { CSSProperties, ReactNode } from 'react'
import { widgetAnchor } from './export/anchor.ts'
import { MenuButton } from './layout/menu-button.tsx'
import type { PageView, WidgetLoad } from './model.ts'
import { toWidget } from './to-widget.ts'
import type { WidgetFrame } from './widget-frame.ts'
import { bodyLook, WidgetBody } from './widgets/widget-body.tsx'

interface TileProps {
  readonly frame: WidgetFrame
  readonly view: PageView
  /** The content is inert: the widget is being moved, or is a preview. */
  readonly isStill: boolean
  /** Its place in a grid. */
  readonly style?: CSSProperties | undefined
  /** Passes the content to a render function, each time it changes. */
  readonly children: (draw: (load: WidgetLoad | undefined) => ReactNode) => ReactNode
}

/** The frame of a widget: its content and its menu, which stays open when the content changes. */
export function Tile({ frame, view, isStill, style, children }: TileProps) {
  const content = children((load) => <WidgetBody view={view} widget={toWidget(frame, load)} />)
  return (
    <article className={`tile ${bodyLook(frame.kind)}`} id={widgetAnchor(frame.key)} style={style}>
      {isStill ? (
        <div className="tile-body" inert>
          {content}
        </div>
      ) : (
        content
      )}
      <MenuButton content={children} frame={frame} view={view} />
    </article>
  )
}
