import { useEffect } from 'react'
import { useRevalidator } from 'react-router'

const askEveryMs = 4_000

/** Keeps the page current while days are being compared and somebody is looking. */
export function useRunning(isRunning: boolean): void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void revalidate()
    }, askEveryMs)
    return () => clearInterval(timer)
  }, [isRunning, revalidate])
}
