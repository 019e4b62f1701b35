import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'

/** Whether scripts run: false on the server and until hydration. */
export function useAlive(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  )
}

function neverChanges(): () => void {
  return () => undefined
}

/** Whether the page has stood for so long: what it does not need at first is loaded then. */
export function useLater(afterMs: number): boolean {
  const [isLater, setIsLater] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsLater(true), afterMs)
    return () => clearTimeout(timer)
  }, [afterMs])
  return isLater
}

/** How long the confirmation is shown. */
const flagMs = 1500

/** Copies a text and confirms it for a moment. */
export function useCopy(): { readonly isCopied: boolean; readonly copy: (text: string) => void } {
  // A new object each time: a second press begins the moment anew.
  const [copied, setCopied] = useState<object>()
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(undefined), flagMs)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = (text: string) =>
    void navigator.clipboard.writeText(text).then(
      () => setCopied({}),
      () => setCopied(undefined),
    )
  return { isCopied: copied !== undefined, copy }
}

/** For `<details>` used as a menu: closes on Escape, on a press or focus outside, and on navigation. */
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
