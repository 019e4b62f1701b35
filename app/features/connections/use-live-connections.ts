import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import type { ConnectionModel } from './model.ts'

const askEveryMs = 4_000

/** Keeps the page current while something is being imported and somebody is looking. */
export function useLiveConnections(connections: readonly ConnectionModel[]): void {
  const { revalidate } = useRevalidator()
  const isImporting = connections.some(({ status }) => status === 'importing')
  useEffect(() => {
    if (!isImporting) return
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void revalidate()
    }, askEveryMs)
    return () => clearInterval(timer)
  }, [isImporting, revalidate])
}
