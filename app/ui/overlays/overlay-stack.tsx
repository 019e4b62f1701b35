import { type RefObject, Suspense, useEffect, useEffectEvent, useId, useLayoutEffect, useRef } from 'react'
import { closeAny, type OpenOverlay } from './overlay-list.ts'

const places = {
  middle:
    'm-auto max-w-lg max-sm:mb-0 max-sm:max-w-none max-sm:rounded-b-none max-sm:border-x-0 max-sm:border-b-0 max-sm:pb-[env(safe-area-inset-bottom)]',
  top: 'mx-auto mt-[12dvh] mb-auto max-w-xl max-sm:mt-auto max-sm:mb-0 max-sm:max-w-none max-sm:rounded-b-none max-sm:border-x-0 max-sm:border-b-0 max-sm:pb-[env(safe-area-inset-bottom)]',
} as const

const moving = {
  in: 'animate-[fade-in_150ms_ease-out] backdrop:animate-[fade-in_150ms_ease-out]',
  out: 'animate-[sheet-out_150ms_ease-in_forwards] backdrop:animate-[fade-out_150ms_ease-in_forwards]',
} as const

/** The overlays on screen: an open one, and perhaps one that is closing. */
export function OverlayStack({ shown }: { readonly shown: readonly OpenOverlay[] }) {
  return shown.map((overlay) => <OverlayDialog key={overlay.key} overlay={overlay} />)
}

/**
 * Centred on a wide screen, a bottom sheet on a narrow one. The native dialog traps the focus and restores it. Escape and a
 * click outside close without a result.
 */
function OverlayDialog({ overlay }: { readonly overlay: OpenOverlay }) {
  const ref = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const onEvent = useEffectEvent((event: Event) => {
    if (event.type === 'cancel') event.preventDefault()
    const isMeant = event.type !== 'mousedown' || event.target === ref.current
    if (overlay.isOpen && isMeant) closeAny(overlay.id, undefined)
  })
  // Before autofocus: showing the dialog moves the focus too.
  useLayoutEffect(() => {
    const dialog = ref.current
    if (!dialog) return
    const listen = (event: Event) => onEvent(event)
    const kinds = ['cancel', 'close', 'mousedown']
    for (const kind of kinds) dialog.addEventListener(kind, listen)
    dialog.showModal()
    return () => {
      for (const kind of kinds) dialog.removeEventListener(kind, listen)
      dialog.close()
    }
  }, [])
  return (
    <dialog
      aria-labelledby={titleId}
      className={`max-h-[85dvh] w-full overflow-y-auto overscroll-contain rounded-2xl border border-line bg-raised p-0 shadow-raised outline-none backdrop:bg-veil print:hidden ${places[overlay.place]} ${moving[overlay.isOpen ? 'in' : 'out']}`}
      ref={ref}
    >
      <Suspense fallback={<div className="h-40" />}>
        {overlay.draw(titleId)}
        <FocusOnArrival dialog={ref} />
      </Suspense>
    </dialog>
  )
}

/** For content loaded after the dialog was shown: focuses the first field, else the first button. */
function FocusOnArrival({ dialog }: { readonly dialog: RefObject<HTMLDialogElement | null> }) {
  useEffect(() => {
    const within = (selector: string) => dialog.current?.querySelector<HTMLElement>(selector)
    const first = within('input:not([type="hidden"]), textarea, select') ?? within('button, a[href]')
    first?.focus()
  }, [dialog])
  return null
}
