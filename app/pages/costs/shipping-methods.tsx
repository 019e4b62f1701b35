import { href, Link } from 'react-router'
import type { PageContent } from '../../blocks/figures-page/load-page.server.ts'
import { PartCard } from '../../blocks/figures-page/part-card.tsx'
import { withSearch } from '../../search/index.ts'
import { DataTable } from '../../ui/index.ts'
import type { loadShippingScreen } from './load-costs.server.ts'
import { useWords } from './words.ts'

interface ShippingMethodsProps {
  readonly methods: Awaited<ReturnType<typeof loadShippingScreen>>['methods']
  readonly page: PageContent
}

/** Charged − cost = margin, by country and method. */
export function ShippingMethods({ methods, page: { shop, state, mayOpenOrders } }: ShippingMethodsProps) {
  const t = useWords()
  const columns = [
    { key: 'orders', label: t('methods.orders') },
    { key: 'charged', label: t('methods.charged'), hint: t('methods.chargedHint') },
    { key: 'cost', label: t('methods.cost'), hint: t('methods.costHint') },
    { key: 'margin', label: t('methods.margin'), hint: t('methods.marginHint') },
    { key: 'known', label: t('methods.known'), hint: t('methods.knownHint') },
  ]
  const ordersOf = (country: string) =>
    `${href('/shop/:domain/orders', { domain: shop.domain })}${withSearch(state, {
      filters: [{ dimension: 'country', operator: 'is', values: [country] }],
    })}`
  return (
    <PartCard id="shipping-methods" note={t('methods.note')} part={methods} title={t('methods.title')}>
      {({ rows, more, isFiltered }) =>
        rows.length === 0 ? (
          <p className="border-line border-t p-5 text-soft">{t('methods.none')}</p>
        ) : (
          <>
            <div className="pt-3">
              <DataTable
                caption={t('methods.caption')}
                columns={columns}
                labelHeader={{ label: t('methods.place') }}
                rows={rows.map(({ key, country, place, method, cells }) => ({
                  key,
                  label: (
                    <>
                      <bdi className="block">{method}</bdi>
                      <span className="block text-faint text-xs">
                        {country !== undefined && mayOpenOrders ? (
                          <Link
                            className="underline underline-offset-3"
                            title={t('methods.ordersTo', { place })}
                            to={ordersOf(country)}
                          >
                            {place}
                          </Link>
                        ) : (
                          place
                        )}
                      </span>
                    </>
                  ),
                  cells,
                }))}
              />
            </div>
            {(more > 0 || isFiltered) && (
              <p className="border-line border-t px-4 py-2.5 text-[13px] text-faint sm:px-5">
                {isFiltered && `${t('methods.filtered')} `}
                {more > 0 && t('methods.more', { count: more })}
              </p>
            )}
          </>
        )
      }
    </PartCard>
  )
}
