import { lazy, Suspense, useSyncExternalStore } from 'react'
import { currentToasts, subscribeToToasts, type ToastMessage } from './toast-list.ts'

const ToastStack = lazy(async () => ({ default: (await import('../toast-stack.tsx')).ToastStack }))

const none: readonly ToastMessage[] = []

/** Place for toasts; its code comes with the first one. */
export function Toaster() {
  const messages = useSyncExternalStore(subscribeToToasts, currentToasts, () => none)
  if (messages.length === 0) return null
  return (
    <Suspense>
      <ToastStack messages={messages} />
    </Suspense>
  )
}
