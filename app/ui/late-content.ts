import { createContext, type RefObject, use, useEffect, useState } from 'react'

/** Whether the requesting browser is known to run scripts: closed content can then be left out of the page. */
export const RunsScripts = createContext(false)

/**
 * Whether to render the content of a `<details>`: always without scripts, else from its first opening on. What is too long for
 * every page needs scripts.
 */
export function useLateContent(ref: RefObject<HTMLDetailsElement | null>, isTooLong = false): boolean {
  const isLate = use(RunsScripts) || isTooLong
  const [wasOpened, setWasOpened] = useState(false)
  useEffect(() => {
    const details = ref.current
    if (!(isLate && details)) return
    const look = () => {
      if (details.open) setWasOpened(true)
    }
    // It may have been opened before hydration.
    look()
    details.addEventListener('toggle', look)
    return () => details.removeEventListener('toggle', look)
  }, [isLate, ref])
  return !isLate || wasOpened
}
