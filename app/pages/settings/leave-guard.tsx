import { useEffect, useRef } from 'react'
import { useBlocker } from 'react-router'
import { Button } from '../../ui/index.ts'

/** Lets the browser ask before a page with unsaved changes is closed or reloaded. */
export function useAskBeforeUnload(isChanged: boolean): void {
  useEffect(() => {
    if (!isChanged) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isChanged])
}

/** Asks before a link leads away from a page on which a form says by `data-changed` that it is not saved. One a page. */
export function LeaveGuard() {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      currentLocation.pathname !== nextLocation.pathname && changedForm() !== undefined,
  )
  if (blocker.state !== 'blocked') return null
  return <Question leave={() => blocker.proceed()} stay={() => blocker.reset()} what={changedForm() ?? ''} />
}

/** Name of the first form with changes. */
function changedForm(): string | undefined {
  return document.querySelector<HTMLElement>('form[data-changed]')?.dataset.changed
}

interface QuestionProps {
  readonly what: string
  readonly stay: () => void
  readonly leave: () => void
}

function Question({ what, stay, leave }: QuestionProps) {
  const ref = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const dialog = ref.current
    dialog?.showModal()
    return () => dialog?.close()
  }, [])
  return (
    <dialog
      aria-labelledby="leave-title"
      className="m-auto w-full max-w-sm rounded-xl border border-line bg-raised p-5 text-ink shadow-raised backdrop:bg-veil"
      onCancel={stay}
      ref={ref}
    >
      <h2 className="font-semibold text-base" id="leave-title">
        Leave without saving?
      </h2>
      <p className="mt-1.5 text-soft">What you changed under “{what}” is not stored yet.</p>
      <div className="mt-5 flex flex-wrap justify-end gap-2">
        <Button onClick={leave} type="button">
          Leave without saving
        </Button>
        <Button kind="primary" onClick={stay} type="button">
          Stay
        </Button>
      </div>
    </dialog>
  )
}
