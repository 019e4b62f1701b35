const storageKey = 'tillsight:quick-keys'

/** Whether single-key shortcuts are enabled. People who use speech input, or press keys by accident, disable them. */
export function areQuickKeysOn(): boolean {
  try {
    return localStorage.getItem(storageKey) !== 'off'
  } catch {
    // The browser's storage is unavailable.
    return true
  }
}

/** Enables or disables single-key shortcuts in this browser. */
export function setQuickKeys(areOn: boolean): void {
  try {
    if (areOn) localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, 'off')
  } catch {
    // The browser's storage is unavailable: the setting cannot be stored.
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
