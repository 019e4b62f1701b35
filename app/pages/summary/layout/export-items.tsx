import { DropdownMenu } from 'radix-ui'
import { useText } from '../../../language/index.ts'
import { showToast } from '../../../ui/index.ts'
import { type ExportAction, type ExportedWidget, exportActions } from '../export/index.ts'
import type { PageView, WidgetModel } from '../model.ts'

/** Classes of a menu entry. */
export const itemLook =
  'touch-target flex h-8 w-full cursor-default items-center gap-2 rounded-lg px-2.5 text-start outline-none data-disabled:opacity-40 data-highlighted:bg-hover'

interface ExportItemsProps {
  readonly widget: WidgetModel
  readonly view: PageView
}

/** Export entries of a widget's menu. */
export function ExportItems({ widget, view }: ExportItemsProps) {
  const t = useText()
  const { shop, state, range, compare, rangeText } = view
  const place = { domain: shop.domain, shopName: shop.name, state, range, compare, rangeText }
  const run = async (action: Extract<ExportAction, { run: unknown }>) => {
    try {
      const done = await action.run()
      if (done) showToast(t(done))
    } catch (failure) {
      showToast(failure instanceof Error ? failure.message : t('widget.failed'), 'failed')
    }
  }
  return exportActions(toExported(widget), place).map((action) =>
    'href' in action ? (
      <DropdownMenu.Item asChild key={action.id}>
        <a className={itemLook} download href={action.href}>
          {t(action.label)}
        </a>
      </DropdownMenu.Item>
    ) : (
      <DropdownMenu.Item className={itemLook} key={action.id} onSelect={() => void run(action)}>
        {t(action.label)}
      </DropdownMenu.Item>
    ),
  )
}

function toExported(widget: WidgetModel): ExportedWidget {
  const { key, title, metric, hasComparison } = widget
  if (widget.kind === 'goal') {
    const range = widget.state === 'ready' && widget.content.isSet ? widget.content.range : undefined
    return { key, title, metrics: [metric], hasComparison: false, range }
  }
  if (widget.kind !== 'bars' && widget.kind !== 'table') return { key, title, metrics: [metric], hasComparison }
  const { by, limit } = widget
  if (widget.state !== 'ready') return { key, title, metrics: [metric], hasComparison, by, limit }
  const metrics = widget.kind === 'table' ? widget.content.columns.map((column) => column.key) : [metric]
  return { key, title: `${title} · ${widget.content.dimensionLabel}`, metrics, hasComparison, by, limit }
}
