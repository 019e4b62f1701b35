import { useEffect } from 'react'
import { useRevalidator } from 'react-router'

const askEveryMs = 1_500

/** Keeps the page current while a file is worked on and somebody is looking. */
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
