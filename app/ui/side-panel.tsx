import { type ReactNode, type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { Link, useNavigate } from 'react-router'
import { ArrowLeft, X } from '../icons.ts'
import { useText } from '../language/index.ts'

interface SidePanelProps {
  readonly title: string
  /** Query string of the page without the panel: closing is a navigation, and works as a plain link. */
  readonly closeTo: string
  /** Path of that page, where the panel has an address of its own. */
  readonly at?: string | undefined
  readonly back?: { readonly to: string; readonly label: string } | undefined
  readonly children: ReactNode
}

const useBrowserLayoutEffect = typeof document === 'undefined' ? useEffect : useLayoutEffect

/**
 * A panel beside the page, a sheet on a phone. The server renders the native dialog open, so it can be read without
 * JavaScript; with it, the dialog becomes modal: it traps the focus and restores it on closing.
 */
export function SidePanel({ title, closeTo, at, back, children }: SidePanelProps) {
  const ref = useRef<HTMLDialogElement>(null)
  const t = useText()
  const navigate = useNavigate()
  const place = (search: string) => (at === undefined ? { search } : { pathname: at, search })
  useModal(ref, () => void navigate(place(closeTo), { preventScrollReset: true }))
  return (
    <dialog
      aria-label={title}
      className="fixed inset-y-0 end-0 start-auto z-40 m-0 flex h-dvh max-h-none w-full max-w-xl animate-[fade-in_150ms_ease-out] flex-col border-line border-s bg-surface shadow-raised backdrop:bg-veil max-sm:top-auto max-sm:bottom-0 max-sm:h-[92dvh] max-sm:max-w-none max-sm:rounded-t-2xl max-sm:border-t max-sm:border-s-0"
      open
      ref={ref}
    >
      <header className="flex items-center gap-3 border-line border-b px-5 py-3">
        <div className="min-w-0 flex-1">
          {back && (
            <Link
              className="flex items-center gap-1 text-[13px] text-soft hover:text-ink"
              preventScrollReset
              to={place(back.to)}
            >
              <ArrowLeft aria-hidden className="size-3.5 rtl:-scale-x-100" />
              {back.label}
            </Link>
          )}
          <h2 className="truncate font-semibold text-base">{title}</h2>
        </div>
        <Link
          aria-label={t('action.close')}
          className="touch-target grid size-8 place-items-center rounded-lg text-soft hover:bg-hover hover:text-ink"
          preventScrollReset
          to={place(closeTo)}
        >
          <X aria-hidden className="size-4.5" />
        </Link>
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain">{children}</div>
    </dialog>
  )
}

/** Makes the open dialog modal while mounted. Escape and a click outside request closing. */
function useModal(ref: RefObject<HTMLDialogElement | null>, close: () => void): void {
  const onEvent = useEffectEvent((event: Event) => {
    const dialog = ref.current
    if (event.type === 'cancel') event.preventDefault()
    const isMeant = event.type === 'cancel' || (event.type === 'click' ? event.target === dialog : !dialog?.open)
    if (isMeant) close()
  })
  useBrowserLayoutEffect(() => {
    const dialog = ref.current
    if (!dialog) return
    const listen = (event: Event) => onEvent(event)
    const kinds = ['cancel', 'click', 'close']
    for (const kind of kinds) dialog.addEventListener(kind, listen)
    dialog.removeAttribute('open')
    dialog.showModal()
    return () => {
      for (const kind of kinds) dialog.removeEventListener(kind, listen)
      dialog.close()
    }
  }, [ref])
}
