/** `id` of the element of a widget; links to the widget end with it. */
export function widgetAnchor(key: string): string {
  return `widget-${key.replaceAll('.', '-')}`
}
