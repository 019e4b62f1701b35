/** The action of a toast: Undo, Reload. */
export interface ToastAction {
  readonly label: string
  readonly run: () => void
}

/** A short message about something that just happened. Never the only place where it can be read. */
export interface ToastMessage {
  readonly id: number
  readonly text: string
  readonly kind: 'done' | 'failed'
  readonly action: ToastAction | undefined
  /** False during the closing animation; then it is removed. */
  readonly isOpen: boolean
}

const kept = 5
/** Duration of the closing animation. */
const leaveMs = 150

let messages: readonly ToastMessage[] = []
let nextId = 1
const listeners = new Set<() => void>()

/**
 * Shows a toast, with an optional action. Failures stay until they are closed; all others close after five seconds. With more
 * than five, the oldest closes.
 */
export function showToast(text: string, kind: ToastMessage['kind'] = 'done', action?: ToastAction): void {
  replace([...messages, { id: nextId++, text, kind, action, isOpen: true }].slice(-kept))
}

/** Closes a toast: it animates out, then is removed. */
export function closeToast(id: number): void {
  if (!messages.some((message) => message.id === id && message.isOpen)) return
  replace(messages.map((message) => (message.id === id ? { ...message, isOpen: false } : message)))
  setTimeout(() => replace(messages.filter((message) => message.id !== id)), leaveMs)
}

/** For `useSyncExternalStore`. */
export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The toasts on screen, oldest first. */
export function currentToasts(): readonly ToastMessage[] {
  return messages
}

function replace(next: readonly ToastMessage[]): void {
  messages = next
  for (const listener of listeners) listener()
}
