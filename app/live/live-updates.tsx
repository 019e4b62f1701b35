// Live updates: pages are notified of new facts and reload their figures when that disturbs nobody. Knows the stream of
// changes and the router; no metric, no widget. Elements that must not move under the pointer have `data-live-hold`.

import { lazy, Suspense } from 'react'
import { useLater } from '../ui/basic/hooks.ts'
import { orNothing } from '../ui/basic/or-nothing.ts'

// Without live updates the page still works.
const LiveChip = lazy(() => orNothing(import('./live-chip.tsx').then((piece) => piece.LiveChip)))

/** The page comes first: changes in its first seconds are caught up with. */
const startAfterMs = 4_000

interface LiveUpdatesProps {
  /** Id of the shop, or ids in the order of the versions. */
  readonly shop: string | readonly string[]
  /** `factsVersion()`, read before the figures; several joined by commas. */
  readonly version: string
}

/** Keeps the figures of a page up to date by reloading its data. Use it once per page. */
export function LiveUpdates({ shop, version }: LiveUpdatesProps) {
  const isStarted = useLater(startAfterMs)
  const shops = typeof shop === 'string' ? shop : shop.join(',')
  if (!isStarted || shops === '') return null
  return (
    <Suspense>
      <LiveChip key={shops} shops={shops} version={version} />
    </Suspense>
  )
}
