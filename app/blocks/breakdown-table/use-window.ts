import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'
import { type LineWindow, windowOf } from './window-of.ts'

const useBrowserLayoutEffect = typeof document === 'undefined' ? useEffect : useLayoutEffect

interface WindowOptions {
  readonly count: number
  readonly lineHeight: number
  /** Height of the scroller's sticky head. */
  readonly headHeight: number
}

/** How many lines before the end the next page is requested. */
const early = 40

interface ShownLines extends LineWindow {
  readonly isNearEnd: boolean
}

/** Which lines of the scroller are drawn. All of them until scripts run: the first ones come with the page. */
export function useWindow(scroller: RefObject<HTMLElement | null>, options: WindowOptions) {
  const { count, lineHeight, headHeight } = options
  const [shown, setShown] = useState<ShownLines>({ start: 0, end: count, isNearEnd: false })
  const look = useEffectEvent(() => {
    const element = scroller.current
    if (!element) return
    const height = Math.max(0, element.clientHeight - headHeight)
    const top = element.scrollTop
    const { start, end } = windowOf({ top, height, lineHeight, count })
    // Before anybody scrolls, more rows are requested only if there is room left.
    const isNearEnd = (top + height) / lineHeight + (top > 0 ? early : 0) >= count
    setShown((now) =>
      now.start === start && now.end === end && now.isNearEnd === isNearEnd ? now : { start, end, isNearEnd },
    )
  })
  useBrowserLayoutEffect(() => look(), [count])
  useEffect(() => {
    const element = scroller.current
    if (!element) return
    const onScroll = () => look()
    element.addEventListener('scroll', onScroll, { passive: true })
    const resizing = new ResizeObserver(onScroll)
    resizing.observe(element)
    return () => {
      element.removeEventListener('scroll', onScroll)
      resizing.disconnect()
    }
  }, [scroller])
  // The last range may exceed the present number of lines.
  const start = Math.min(shown.start, count)
  return { start, end: Math.min(Math.max(shown.end, start), count), isNearEnd: shown.isNearEnd }
}
