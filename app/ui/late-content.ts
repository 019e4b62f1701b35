import { createContext, type RefObject, use, useEffect, useState } from 'react'

/** Whether the browser that asked for the page is known to run scripts: what is closed need not come with it then. */
export const RunsScripts = createContext(false)

/** Whether to draw what a `<details>` holds: always where scripts may not run, else from its first opening on. */
export function useLateContent(ref: RefObject<HTMLDetailsElement | null>): boolean {
  const isLate = use(RunsScripts)
  const [wasOpened, setWasOpened] = useState(false)
  useEffect(() => {
    const details = ref.current
    if (!(isLate && details)) return
    const look = () => {
      if (details.open) setWasOpened(true)
    }
    // It may have been opened before the page came alive.
    look()
    details.addEventListener('toggle', look)
    return () => details.removeEventListener('toggle', look)
  }, [isLate, ref])
  return !isLate || wasOpened
}
