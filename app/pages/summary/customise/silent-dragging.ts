/** What is said about a move comes from the page, with names and places instead of keys, and in its language. */
export const silentDragging = {
  announcements: {
    onDragStart: () => undefined,
    onDragOver: () => undefined,
    onDragEnd: () => undefined,
    onDragCancel: () => undefined,
  },
  screenReaderInstructions: { draggable: '' },
}
