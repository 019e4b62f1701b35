import { lazy, Suspense, useSyncExternalStore } from 'react'
import { X } from '../../icons.ts'
import { useText } from '../../language/index.ts'
import { currentOverlays, type OpenOverlay, type OverlayControls, subscribeToOverlays } from './overlay-list.ts'

const OverlayStack = lazy(async () => ({ default: (await import('./overlay-stack.tsx')).OverlayStack }))

const none: readonly OpenOverlay[] = []

/** Container of overlays; its code is loaded with the first one. */
export function Overlays() {
  const shown = useSyncExternalStore(subscribeToOverlays, currentOverlays, () => none)
  if (shown.length === 0) return null
  return (
    <Suspense>
      <OverlayStack shown={shown} />
    </Suspense>
  )
}

interface OverlayHeadProps extends Pick<OverlayControls<never>, 'titleId'> {
  readonly title: string
  readonly close: () => void
}

/** Title and close button of an overlay. */
export function OverlayHead({ title, titleId, close }: OverlayHeadProps) {
  const t = useText()
  return (
    <header className="sticky top-0 flex items-center gap-3 border-line border-b bg-raised px-5 py-3">
      <h2 className="min-w-0 flex-1 truncate font-semibold text-base" id={titleId}>
        {title}
      </h2>
      <button
        aria-label={t('action.close')}
        className="touch-target grid size-8 place-items-center rounded-lg text-soft hover:bg-hover hover:text-ink"
        onClick={close}
        type="button"
      >
        <X aria-hidden className="size-4.5" />
      </button>
    </header>
  )
}
