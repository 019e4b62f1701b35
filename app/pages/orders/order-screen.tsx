import 'virtual:words/why'
import { href, Link } from 'react-router'
import { Journey } from '../../blocks/journey/journey.tsx'
import type { JourneyModel } from '../../blocks/journey/journey-model.ts'
import type { OrderModel } from '../../blocks/order/load-order.server.ts'
import { OrderDetail } from '../../blocks/order/order-detail.tsx'
import { ArrowLeft } from '../../icons.ts'
import { Tagged } from '../../language/index.ts'
import type { SearchState } from '../../search/index.ts'
import { Card, CardHeader, DataTable } from '../../ui/index.ts'
import type { OrderChange } from './load-order-changes.server.ts'
import { useWords } from './words.ts'

interface OrderScreenProps {
  readonly order: OrderModel
  /** Null where none is known yet. */
  readonly journey: JourneyModel | null
  /** What it changed of past days. */
  readonly changes: readonly OrderChange[]
  readonly state: SearchState
  readonly domain: string
  /** Id of the attribution model. */
  readonly model: string
}

/** One order: what was bought, what is left of it, and how its buyer came. */
export function OrderScreen({ order, journey, changes, state, domain, model }: OrderScreenProps) {
  const t = useWords()
  return (
    <main className="mx-auto max-w-[1600px] px-4 pb-12 sm:px-8" id="content" tabIndex={-1}>
      <header className="py-4">
        <Link
          className="inline-flex items-center gap-1 rounded text-[13px] text-soft hover:text-ink"
          to={href('/shop/:domain/orders', { domain })}
        >
          <ArrowLeft aria-hidden className="size-3.5 rtl:-scale-x-100" />
          {t('page.title')}
        </Link>
        <h1 className="font-semibold text-xl tracking-tight">{t('page.of', { name: order.name })}</h1>
      </header>
      <div className="grid grid-cols-1 items-start gap-6 xl:grid-cols-2">
        <Card aria-labelledby="sale-heading" className="min-w-0">
          <CardHeader id="sale-heading" title={t('order.sale')} />
          <OrderDetail order={order} />
        </Card>
        <Card aria-labelledby="buyer-heading" className="min-w-0">
          <CardHeader id="buyer-heading" title={t('order.journey')} />
          {journey ? (
            <Journey journey={journey} model={model} state={state} />
          ) : (
            <p className="p-5 text-soft">{t('order.noJourney')}</p>
          )}
        </Card>
        {changes.length > 0 && <Changes changes={changes} domain={domain} />}
      </div>
    </main>
  )
}

/** Figures of past days that this order changed later on. */
function Changes({ changes, domain }: Pick<OrderScreenProps, 'changes' | 'domain'>) {
  const t = useWords()
  return (
    <Card aria-labelledby="changes-heading" className="min-w-0 xl:col-span-2">
      <CardHeader
        id="changes-heading"
        note={
          <Tagged
            tags={{
              link: (content) => (
                <Link
                  className="underline underline-offset-3"
                  to={href('/shop/:domain/integrations/number-changes', { domain })}
                >
                  {content}
                </Link>
              ),
            }}
            text={t('changes.note')}
          />
        }
        title={t('changes.title')}
      />
      <DataTable
        caption={t('changes.caption')}
        columns={[
          { key: 'figure', label: t('changes.metric'), isText: true },
          { key: 'difference', label: t('changes.change') },
          { key: 'reason', label: t('changes.reason'), isText: true },
          { key: 'seen', label: t('changes.detected'), isText: true },
        ]}
        labelHeader={{ label: t('changes.day') }}
        rows={changes.map(({ id, day, figure, difference, reason, seen }) => ({
          key: id,
          label: day,
          cells: [figure, difference, reason, seen],
        }))}
      />
    </Card>
  )
}
