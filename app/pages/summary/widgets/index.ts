// What stands inside a widget: its title line, its figure or chart, and what takes their place while there is none.
// Knows no frame, no menu and no service; what it shows is printed already.
export { WidgetBody } from './widget-body.tsx'
