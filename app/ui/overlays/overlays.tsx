import { lazy, Suspense, useSyncExternalStore } from 'react'
import { currentOverlays, type OpenOverlay, subscribeToOverlays } from './overlay-list.ts'

const OverlayStack = lazy(async () => ({ default: (await import('./overlay-stack.tsx')).OverlayStack }))

const none: readonly OpenOverlay[] = []

/** Place for overlays; its code comes with the first one. */
export function Overlays() {
  const shown = useSyncExternalStore(subscribeToOverlays, currentOverlays, () => none)
  if (shown.length === 0) return null
  return (
    <Suspense>
      <OverlayStack shown={shown} />
    </Suspense>
  )
}
