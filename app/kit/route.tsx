import 'virtual:words/pages'
import 'virtual:words/summary'
import { createAxis } from '../charts/index.ts'
import { type PageHandle, PageTitle } from '../frame/basic/index.ts'
import type { PageView, WidgetModel } from '../pages/summary/model.ts'
import { bodyLook, WidgetBody } from '../pages/summary/widgets/widget-body.tsx'
import { kitContext, notFound } from '../request.server.ts'
import type { Route } from './+types/route.ts'
import { Kit } from './kit.tsx'
import { sampleWidgets } from './sample-widgets.server.ts'

const spans = { 1: '', 2: 'col-span-2', 3: 'col-span-2', 4: 'col-span-2' } as const

const values = [320, 410, 380, null, 520, 610, 480, 300, 450, 470, 560, 640]

/** Every component in every state, in both themes; for development and for tests. */
export function loader({ context }: Route.LoaderArgs) {
  if (!context.get(kitContext)) throw notFound('Page not found: /dev/kit')
  const print = (value: number, decimals = 0) => `${value < 0 ? '−' : ''}$${Math.abs(value).toFixed(decimals)}`
  const toPoint = (value: number | null, index: number) => ({
    value,
    text: value === null ? '–' : print(value, 2),
    short: `${index + 1} Nov`,
    long: `${index + 1} Nov 2026`,
  })
  const before = values.map((value) => value && value * 0.85)
  const charts = {
    points: values.map(toPoint),
    compare: before.map(toPoint),
    axis: createAxis(values, (value) => print(value)),
    losses: values.map((value) => value && 400 - value).map(toPoint),
    lossAxis: createAxis(
      values.map((value) => value && 400 - value),
      (value) => print(value),
    ),
    emptyAxis: createAxis([], (value) => print(value)),
  }
  return { charts, ...sampleWidgets(charts) }
}

/** The page shows both themes side by side; its own frame is always light. */
export const handle: PageHandle = { colourMode: 'light' }

export default function KitRoute({ loaderData }: Route.ComponentProps) {
  return (
    <main id="content" tabIndex={-1}>
      <PageTitle>Kit</PageTitle>
      <h1 className="px-6 pt-6 font-semibold text-2xl">Kit</h1>
      <div className="grid xl:grid-cols-2">
        {(['light', 'dark'] as const).map((theme) => (
          <div className="min-w-0 bg-canvas p-6 text-ink" data-theme={theme} key={theme}>
            <h2 className="mb-4 font-semibold text-lg">{theme === 'light' ? 'Light' : 'Dark'}</h2>
            <Kit charts={loaderData.charts}>
              <KitWidgets prefix={theme} view={loaderData.view} widgets={loaderData.widgets} />
            </Kit>
          </div>
        ))}
      </div>
    </main>
  )
}

interface KitWidgetsProps {
  readonly widgets: readonly WidgetModel[]
  readonly view: PageView
  /** Distinguishes the widgets of the two themes. */
  readonly prefix: string
}

/** Every kind of widget in every state. */
function KitWidgets({ widgets, view, prefix }: KitWidgetsProps) {
  return (
    <div className="grid grid-cols-2 gap-4">
      {widgets.map((widget) => (
        <article
          className={`relative rounded-xl border border-line bg-surface ${bodyLook(widget.kind)} ${spans[widget.size]}`}
          key={widget.key}
        >
          <WidgetBody view={view} widget={nameApart(widget, prefix)} />
        </article>
      ))}
    </div>
  )
}

/** Makes keys and table titles unique per theme: both are on one page, where scrollable areas need names of their own. */
function nameApart(widget: WidgetModel, prefix: string): WidgetModel {
  const title = widget.kind === 'table' ? `${widget.title} (${prefix})` : widget.title
  return { ...widget, title, key: `${prefix}.${widget.key}` }
}
