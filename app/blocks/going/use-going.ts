import { useEffect } from 'react'
import { useRevalidator } from 'react-router'

/** Loads the page's data again and again while something that it shows is under way, and the page is visible. */
export function useGoing(isGoing: boolean, everyMs = 1_500): void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!isGoing) return
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void revalidate()
    }, everyMs)
    return () => clearInterval(timer)
  }, [isGoing, everyMs, revalidate])
}
