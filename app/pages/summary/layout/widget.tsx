import { memo, type ReactNode, Suspense } from 'react'
import { Later } from '../../../ui/later.tsx'
import type { PageView, WidgetLoad } from '../model.ts'
import { Tile } from '../tile.tsx'
import type { WidgetFrame } from '../widget-frame.ts'
import { LateContent } from './late-content.tsx'

interface ContentProps {
  readonly frame: WidgetFrame
  /** Undefined when the page was loaded before the widget came to be what it is. */
  readonly load: WidgetLoad | Promise<WidgetLoad> | undefined
  readonly view: PageView
  readonly children: (load: WidgetLoad | undefined) => ReactNode
}

/** What is shown of a widget, wherever it comes from: with the page, after it in the same answer, or asked for by itself. */
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
  /** It is being arranged: what is inside does nothing. */
  readonly isStill?: boolean
}

/** A widget in its frame, from the moment that its place is known. The frame stays when its content comes anew. */
export const Widget = memo(function Widget({ frame, load, view, isStill = false }: WidgetProps) {
  return (
    <Tile frame={frame} isStill={isStill} view={view}>
      {(draw) => (
        <Content frame={frame} load={load} view={view}>
          {draw}
        </Content>
      )}
    </Tile>
  )
})
