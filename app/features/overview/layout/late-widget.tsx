import { useEffect } from 'react'
import { href, useFetcher } from 'react-router'
import type { PageView, WidgetLoad } from '../model.ts'
import { Tile } from '../tile.tsx'
import { toWidget } from '../to-widget.ts'
import { widgetSearch } from '../widget-address.ts'
import type { WidgetFrame } from '../widget-frame.ts'

interface LateWidgetProps {
  readonly frame: WidgetFrame
  readonly view: PageView
  readonly isStill: boolean
}

/** A widget that was changed or added after the page was loaded: asks for what it shows by itself. */
export function LateWidget({ frame, view, isStill }: LateWidgetProps) {
  const load = useLateContent(frame, view)
  return <Tile isStill={isStill} view={view} widget={toWidget(frame, load)} />
}

/** What a widget shows that the page does not hold; undefined while it is on its way. */
export function useLateContent(frame: WidgetFrame, { shop, state }: PageView): WidgetLoad | undefined {
  const path = `${href('/shop/:domain/widget', { domain: shop.domain })}${widgetSearch(frame, state)}`
  const fetcher = useFetcher<WidgetLoad>({ key: path })
  const { load } = fetcher
  useEffect(() => void load(path), [load, path])
  return fetcher.data
}
