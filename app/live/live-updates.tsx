// Pages that follow the facts by themselves: they hear of new ones and load their figures again when that disturbs nobody.
// Knows the stream of changes and the router; no metric, no widget. Whatever must not move under the pointer wears
// `data-live-hold`.

import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react'
import type { LiveChipProps } from './live-chip.tsx'

const LiveChip = lazy(async (): Promise<{ default: ComponentType<LiveChipProps> }> => {
  const loading = import('./live-chip.tsx').then((piece) => piece.LiveChip)
  // A page that cannot be kept up to date is still a page.
  return { default: await loading.catch(() => Nothing) }
})

function Nothing(): null {
  return null
}

/** The page comes first: news of its first seconds are caught up with. */
const startAfterMs = 1_500

interface LiveUpdatesProps {
  /** Id of the shop, or ids in the order of the versions. */
  readonly shop: string | readonly string[]
  /** `factsVersion()` from before the figures were asked for; several joined by commas. */
  readonly version: string
}

/** Keeps the figures of a page as new as the facts, by loading its data again. Place it once on a page. */
export function LiveUpdates({ shop, version }: LiveUpdatesProps) {
  const [isStarted, setIsStarted] = useState(false)
  const shops = typeof shop === 'string' ? shop : shop.join(',')
  useEffect(() => {
    const timer = setTimeout(() => setIsStarted(true), startAfterMs)
    return () => clearTimeout(timer)
  }, [])
  if (!isStarted || shops === '') return null
  return (
    <Suspense>
      <LiveChip key={shops} shops={shops} version={version} />
    </Suspense>
  )
}
