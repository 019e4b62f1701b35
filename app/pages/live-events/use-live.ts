import { useEffect, useState } from 'react'
import { href, useFetcher } from 'react-router'
import type { LiveModel } from './model.ts'

const askEveryMs = 3_000

/** Reads again every few seconds while the page can be seen and nobody paused it. */
export function useLive(
  initial: LiveModel,
  isPaused: boolean,
): { readonly live: LiveModel; readonly hasFailed: boolean } {
  const { data, load, state } = useFetcher<LiveModel | { readonly hasFailed: true }>()
  const [live, setLive] = useState(initial)
  const hasFailed = data !== undefined && 'hasFailed' in data
  // What was read before stays while nothing newer can be read.
  if (data !== undefined && !('hasFailed' in data) && data !== live) setLive(data)
  const { domain } = initial
  const isWaiting = !isPaused && state === 'idle'
  useEffect(() => {
    if (!isWaiting) return
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void load(href('/shop/:domain/tracking/live/now', { domain }))
    }, askEveryMs)
    return () => clearInterval(timer)
  }, [load, domain, isWaiting])
  return { live, hasFailed }
}
