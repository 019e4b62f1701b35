/** A short message about something that just happened. Never the only place where it can be read. */
export interface ToastMessage {
  readonly id: number
  readonly text: string
  readonly kind: 'done' | 'failed'
}

const kept = 5

let messages: readonly ToastMessage[] = []
let nextId = 1
const listeners = new Set<() => void>()

/** Shows a message; failures stay until they are closed. Beyond five the oldest goes. */
export function showToast(text: string, kind: ToastMessage['kind'] = 'done'): void {
  replace([...messages, { id: nextId++, text, kind }].slice(-kept))
}

/** Takes a message off the list. */
export function closeToast(id: number): void {
  replace(messages.filter((message) => message.id !== id))
}

/** For `useSyncExternalStore`. */
export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** What is shown right now, oldest first. */
export function currentToasts(): readonly ToastMessage[] {
  return messages
}

function replace(next: readonly ToastMessage[]): void {
  messages = next
  for (const listener of listeners) listener()
}
