import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { Button, Notice } from '../../ui/index.ts'

/** Holds back whoever leaves a changed form without saving it. */
export function UnsavedGuard({ isChanged }: { readonly isChanged: boolean }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isChanged && currentLocation.pathname !== nextLocation.pathname,
  )
  useEffect(() => {
    if (!isChanged) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isChanged])
  if (blocker.state !== 'blocked') return null
  return (
    <div role="alert">
      <Notice severity="warning">
        <p>What you changed here is not saved yet.</p>
        <div className="mt-2 flex flex-wrap gap-2">
          <Button onClick={() => blocker.reset()} size="small" type="button">
            Stay
          </Button>
          <Button kind="quiet" onClick={() => blocker.proceed()} size="small" type="button">
            Leave without saving
          </Button>
        </div>
      </Notice>
    </div>
  )
}
