import { type ReactNode, useEffect } from 'react'
import { href, useFetcher } from 'react-router'
import type { PageView, WidgetLoad } from '../model.ts'
import { widgetSearch } from '../widget-address.ts'
import type { WidgetFrame } from '../widget-frame.ts'

interface LateContentProps {
  readonly frame: WidgetFrame
  readonly view: PageView
  readonly children: (load: WidgetLoad | undefined) => ReactNode
}

/** The content of a widget that was changed or added after the page was loaded: asked for by itself. */
export function LateContent({ frame, view, children }: LateContentProps) {
  return children(useLateContent(frame, view))
}

/** What a widget shows that the page does not hold; undefined while it is on its way. */
export function useLateContent(frame: WidgetFrame, { shop, state }: PageView): WidgetLoad | undefined {
  const path = `${href('/shop/:domain/widget', { domain: shop.domain })}${widgetSearch(frame, state)}`
  const fetcher = useFetcher<WidgetLoad>({ key: path })
  const { data, load } = fetcher
  // Its menu shows what the widget has asked for; what the preview had asked for goes when the preview closes.
  const isMissing = data === undefined && fetcher.state === 'idle'
  useEffect(() => {
    if (isMissing) void load(path)
  }, [isMissing, load, path])
  return data
}
