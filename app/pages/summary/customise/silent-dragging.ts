/**
 * Turns off the library's announcements: the page makes its own, in its language, with names and positions instead of keys.
 */
export const silentDragging = {
  announcements: {
    onDragStart: () => undefined,
    onDragOver: () => undefined,
    onDragEnd: () => undefined,
    onDragCancel: () => undefined,
  },
  screenReaderInstructions: { draggable: '' },
}
