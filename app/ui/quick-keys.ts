const storageKey = 'tillsight:quick-keys'

/** Whether single keys do something. People who speak to their computer, or press keys by accident, switch them off. */
export function areQuickKeysOn(): boolean {
  try {
    return localStorage.getItem(storageKey) !== 'off'
  } catch {
    // A browser that keeps nothing.
    return true
  }
}

/** Switches the single keys on or off, in this browser. */
export function setQuickKeys(areOn: boolean): void {
  try {
    if (areOn) localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, 'off')
  } catch {
    // A browser that keeps nothing: there is no other place for the choice.
  }
}

/** Whether a pressed key is meant as a shortcut: nobody is typing, no dialog is open, and they are not switched off. */
export function isQuickKey(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return false
  if (document.querySelector('[role="dialog"], dialog:modal')) return false
  const { target } = event
  const isTyping =
    target instanceof HTMLElement && target.closest('input, select, textarea, [contenteditable], [role="slider"]')
  return !isTyping && areQuickKeysOn()
}
