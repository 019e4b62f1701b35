/** `id` of the element that holds a widget; its address ends with it. */
export function widgetAnchor(key: string): string {
  return `widget-${key.replaceAll('.', '-')}`
}
