import 'virtual:words/why'
import { useText } from '../../language/index.ts'
import { withSearch } from '../../search/index.ts'
import { SidePanel } from '../../ui/index.ts'
import type { PanelModel } from './load-panel.server.ts'
import { OrderDetail } from './order-detail.tsx'

/** The order panel, with a link back to the list that it was opened from. */
export function OrderPanel({ panel }: { readonly panel: Extract<PanelModel, { kind: 'order' }> }) {
  const t = useText()
  const { state, title, order } = panel
  const back = { to: withSearch(state, { order: undefined }), label: title }
  const closeTo = withSearch(state, { open: undefined })
  return (
    <SidePanel
      back={back}
      closeTo={closeTo}
      title={order ? t('order.title', { name: order.name }) : t('order.not_found')}
    >
      {order ? <OrderDetail order={order} /> : <p className="p-10 text-center text-soft">{t('order.not_counted')}</p>}
    </SidePanel>
  )
}
