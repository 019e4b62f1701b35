const open = ['[role=dialog]', '[role=alertdialog]', '[role=menu]', '[role=listbox]', 'dialog[open]']
/** What is dragged by keyboard says so; by pointer the pointer is pressed. */
const held = ['[data-live-hold=always]', '[aria-roledescription][aria-pressed=true]']
const lookedAt = ['[data-live-hold]', 'article', 'figure', 'table', '[role=img]'].map((each) => `main ${each}:hover`)

/** Watches whether a pointer is pressed; the function that it gives ends the watch. */
export function watchPointer(): { readonly isPressed: () => boolean; readonly stop: () => void } {
  const watching = new AbortController()
  const options = { signal: watching.signal, capture: true, passive: true }
  let isPressed = false
  const become = (pressed: boolean) => () => {
    isPressed = pressed
  }
  addEventListener('pointerdown', become(true), options)
  for (const end of ['pointerup', 'pointercancel', 'dragend', 'blur']) addEventListener(end, become(false), options)
  return { isPressed: () => isPressed, stop: () => watching.abort() }
}

/** Whether a figure is under the pointer, a menu or dialog is open, or something is dragged. */
export function isLookedAt(): boolean {
  const canHover = matchMedia('(hover: hover)').matches
  return document.querySelector([...open, ...held, ...(canHover ? lookedAt : [])].join()) !== null
}
