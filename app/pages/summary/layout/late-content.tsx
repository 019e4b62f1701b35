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

/** Content of a widget that was changed or added after the page was loaded; loaded separately. */
export function LateContent({ frame, view, children }: LateContentProps) {
  return children(useLateContent(frame, view))
}

/** Loads content that did not come with the page; undefined until it arrives. */
export function useLateContent(frame: WidgetFrame, { shop, state }: PageView): WidgetLoad | undefined {
  const path = `${href('/shop/:domain/widget', { domain: shop.domain })}${widgetSearch(frame, state)}`
  const fetcher = useFetcher<WidgetLoad>({ key: path })
  const { data, load } = fetcher
  // The widget's menu shares its result; the result of a preview is discarded when the preview closes.
  const isMissing = data === undefined && fetcher.state === 'idle'
  useEffect(() => {
    if (isMissing) void load(path)
  }, [isMissing, load, path])
  return data
}
