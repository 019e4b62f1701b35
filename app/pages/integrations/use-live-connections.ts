import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import type { ConnectionModel } from '../../blocks/connections/model.ts'

const askEveryMs = 4_000

/** Keeps the page current while something is being read and somebody is looking. */
export function useLiveConnections(connections: readonly ConnectionModel[]): void {
  const { revalidate } = useRevalidator()
  const isMoving = connections.some(({ status, isReading }) => status === 'importing' || isReading)
  useEffect(() => {
    if (!isMoving) return
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void revalidate()
    }, askEveryMs)
    return () => clearInterval(timer)
  }, [isMoving, revalidate])
}
