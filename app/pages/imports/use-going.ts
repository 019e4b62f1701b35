import { useEffect } from 'react'
import { useRevalidator } from 'react-router'

const askEveryMs = 1_500

/** Polls while a file is being processed and the page is visible. */
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
