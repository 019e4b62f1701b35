import type { PageView, WidgetModel } from '../pages/summary/model.ts'
import { WidgetBody } from '../pages/summary/widgets/widget-body.tsx'

interface KitWidgetsProps {
  readonly widgets: readonly WidgetModel[]
  readonly view: PageView
  /** Tells the widgets of one theme from those of the other. */
  readonly prefix: string
}

const spans = { 1: '', 2: 'col-span-2', 3: 'col-span-2', 4: 'col-span-2' } as const

/** Every kind of widget in every state. */
export function KitWidgets({ widgets, view, prefix }: KitWidgetsProps) {
  return (
    <div className="grid grid-cols-2 gap-4">
      {widgets.map((widget) => (
        <article
          className={`relative min-w-0 rounded-xl border border-line bg-surface ${spans[widget.size]}`}
          key={widget.key}
        >
          <WidgetBody view={view} widget={nameApart(widget, prefix)} />
        </article>
      ))}
    </div>
  )
}

/** Both themes stand on one page, where what scrolls has a name of its own. */
function nameApart(widget: WidgetModel, prefix: string): WidgetModel {
  const title = widget.kind === 'table' ? `${widget.title} (${prefix})` : widget.title
  return { ...widget, title, key: `${prefix}.${widget.key}` }
}
