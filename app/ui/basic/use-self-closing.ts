import { type RefObject, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** For `<details>` that work as a menu: closes on Escape, on a press or a focus beside it, and on the next page. */
export function useSelfClosing(): RefObject<HTMLDetailsElement | null> {
  const ref = useRef<HTMLDetailsElement>(null)
  const { key } = useLocation()
  useEffect(() => {
    if (ref.current && key) ref.current.open = false
  }, [key])
  useEffect(() => {
    const details = ref.current
    if (!details) return
    const stop = new AbortController()
    const closeBeside = ({ target }: Event) => {
      if (target instanceof Node && !details.contains(target)) details.open = false
    }
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !details.open) return
      details.open = false
      details.querySelector('summary')?.focus()
    }
    document.addEventListener('pointerdown', closeBeside, { signal: stop.signal })
    document.addEventListener('focusin', closeBeside, { signal: stop.signal })
    details.addEventListener('keydown', closeOnEscape, { signal: stop.signal })
    return () => stop.abort()
  }, [])
  return ref
}
