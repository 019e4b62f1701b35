import { memo, Suspense } from 'react'
import { Await } from 'react-router'
import type { PageView, WidgetLoad } from '../model.ts'
import { Tile } from '../tile.tsx'
import { toWidget } from '../to-widget.ts'
import type { WidgetFrame } from '../widget-frame.ts'
import { LateWidget } from './late-widget.tsx'

interface WidgetProps {
  readonly frame: WidgetFrame
  /** Undefined when the page was loaded before the widget came to be what it is. */
  readonly load: WidgetLoad | Promise<WidgetLoad> | undefined
  readonly view: PageView
  /** It is being arranged: what is inside does nothing. */
  readonly isStill?: boolean
}

/** A widget in its frame, from the moment that its place is known. */
export const Widget = memo(function Widget({ frame, load, view, isStill = false }: WidgetProps) {
  if (!load && frame.isConnected) return <LateWidget frame={frame} isStill={isStill} view={view} />
  if (!load || !('then' in load)) return <Tile isStill={isStill} view={view} widget={toWidget(frame, load)} />
  return (
    <Suspense fallback={<Tile isStill={isStill} view={view} widget={toWidget(frame, undefined)} />}>
      <Await
        errorElement={<Tile isStill={isStill} view={view} widget={toWidget(frame, { state: 'failed', message: '' })} />}
        resolve={load}
      >
        {(loaded) => <Tile isStill={isStill} view={view} widget={toWidget(frame, loaded)} />}
      </Await>
    </Suspense>
  )
})
