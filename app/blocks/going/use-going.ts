import { useEffect } from 'react'
import { useRevalidator } from 'react-router'

const askEveryMs = 1_500

/** Loads the page's data again and again while something that it shows is under way, and the page is visible. */
export function useGoing(isGoing: boolean): void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!isGoing) return
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void revalidate()
    }, askEveryMs)
    return () => clearInterval(timer)
  }, [isGoing, revalidate])
}
