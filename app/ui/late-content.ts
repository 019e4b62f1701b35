import { createContext, type RefObject, use, useEffect, useState } from 'react'

/** Whether the requesting browser is known to run scripts: closed content can then be left out of the page. */
export const RunsScripts = createContext(false)

/**
 * Whether to render the content of a `<details>`: always without scripts, else from its first opening on. What the server drew in
 * case there are none goes once they run: its code is then asked for with the first opening too.
 */
export function useLateContent(ref: RefObject<HTMLDetailsElement | null>): boolean {
  const runsScripts = use(RunsScripts)
  const [isDrawn, setIsDrawn] = useState(!runsScripts)
  useEffect(() => {
    const details = ref.current
    if (!details) return
    // It may have been opened before hydration.
    setIsDrawn(details.open)
    const look = () => {
      if (details.open) setIsDrawn(true)
    }
    details.addEventListener('toggle', look)
    return () => details.removeEventListener('toggle', look)
  }, [ref])
  return isDrawn
}
