import { type CSSProperties, memo, type ReactNode, Suspense } from 'react'
import { Later } from '../../../ui/later.tsx'
import type { PageView, WidgetLoad } from '../model.ts'
import { Tile } from '../tile.tsx'
import type { WidgetFrame } from '../widget-frame.ts'
import { LateContent } from './late-content.tsx'

interface ContentProps {
  readonly frame: WidgetFrame
  /** Undefined when the widget was changed after the page was loaded. */
  readonly load: WidgetLoad | Promise<WidgetLoad> | undefined
  readonly view: PageView
  readonly children: (load: WidgetLoad | undefined) => ReactNode
}

/** A widget's content from any source: with the page, streamed after it, or loaded separately. */
function Content({ frame, load, view, children }: ContentProps) {
  if (!load && frame.isConnected) {
    return (
      <LateContent frame={frame} view={view}>
        {children}
      </LateContent>
    )
  }
  if (!load || !('then' in load)) return children(load)
  return (
    <Suspense fallback={children(undefined)}>
      <Later errorElement={children({ state: 'failed', message: '' })} resolve={load}>
        {children}
      </Later>
    </Suspense>
  )
}

interface WidgetProps extends Omit<ContentProps, 'children'> {
  /** Customisation mode: the content is inert. */
  readonly isStill?: boolean
  /** Its place in a grid. */
  readonly style?: CSSProperties
}

/** A widget in its frame, shown as soon as its position is known. The frame stays when its content is reloaded. */
export const Widget = memo(function Widget({ frame, load, view, isStill = false, style }: WidgetProps) {
  return (
    <Tile frame={frame} isStill={isStill} style={style} view={view}>
      {(draw) => (
        <Content frame={frame} load={load} view={view}>
          {draw}
        </Content>
      )}
    </Tile>
  )
})
