import 'virtual:words/why'
import { href, Link, useParams } from 'react-router'
import { OrderDetail } from '../../blocks/order/order-detail.tsx'
import { useText } from '../../language/index.ts'
import { withSearch } from '../../search/index.ts'
import { SidePanel } from '../../ui/index.ts'
import type { PanelModel } from './load-panel.server.ts'

/** The order panel, with a link back to the list that it was opened from. */
export function OrderPanel({ panel }: { readonly panel: Extract<PanelModel, { kind: 'order' }> }) {
  const t = useText()
  const { domain = '' } = useParams()
  const { state, title, order } = panel
  const back = { to: withSearch(state, { order: undefined }), label: title }
  const closeTo = withSearch(state, { open: undefined })
  return (
    <SidePanel
      back={back}
      closeTo={closeTo}
      title={order ? t('order.title', { name: order.name }) : t('order.not_found')}
    >
      {order ? (
        <>
          <OrderDetail order={order} />
          <p className="px-5 pb-5 text-[13px]">
            <Link
              className="underline underline-offset-3"
              to={href('/shop/:domain/orders/:order', { domain, order: order.id })}
            >
              {t('order.page')}
            </Link>
          </p>
        </>
      ) : (
        <p className="p-10 text-center text-soft">{t('order.not_counted')}</p>
      )}
    </SidePanel>
  )
}
