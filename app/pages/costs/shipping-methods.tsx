import { href, Link } from 'react-router'
import type { PageContent } from '../../blocks/figures-page/load-page.server.ts'
import { PartCard } from '../../blocks/figures-page/part-card.tsx'
import { withSearch } from '../../search/index.ts'
import { DataTable } from '../../ui/index.ts'
import type { loadShippingScreen } from './load-costs.server.ts'

interface ShippingMethodsProps {
  readonly methods: Awaited<ReturnType<typeof loadShippingScreen>>['methods']
  readonly page: PageContent
}

const columns = [
  { key: 'orders', label: 'Orders' },
  {
    key: 'charged',
    label: 'Charged',
    hint: 'What buyers paid for delivery, less what was given back of it, without tax.',
  },
  { key: 'cost', label: 'Cost', hint: 'What carriers charge: labels, or the first rule that fits.' },
  { key: 'margin', label: 'Margin', hint: 'Charged − cost' },
  { key: 'known', label: 'Cost known', hint: 'Share of the orders whose shipping cost is known or assumed.' },
]

/** Charged − cost = margin, by country and method. */
export function ShippingMethods({ methods, page: { shop, state, mayOpenOrders } }: ShippingMethodsProps) {
  const ordersOf = (country: string) =>
    `${href('/shop/:domain/orders', { domain: shop.domain })}${withSearch(state, {
      filters: [{ dimension: 'country', operator: 'is', values: [country] }],
    })}`
  return (
    <PartCard
      id="shipping-methods"
      note="Charged less cost, by the country that orders go to and the method that their buyers chose."
      part={methods}
      title="Margin of each method"
    >
      {({ rows, more, isFiltered }) =>
        rows.length === 0 ? (
          <p className="border-line border-t p-5 text-soft">No order of these days was sent.</p>
        ) : (
          <>
            <DataTable
              caption="Shipping by country and method"
              columns={columns}
              labelHeader={{ label: 'Country and method' }}
              rows={rows.map(({ key, country, place, method, cells }) => ({
                key,
                label: (
                  <>
                    <span className="block">{method}</span>
                    <span className="block text-faint text-xs">
                      {country !== undefined && mayOpenOrders ? (
                        <Link
                          className="underline underline-offset-3"
                          title={`Orders to ${place}`}
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
            {(more > 0 || isFiltered) && (
              <p className="border-line border-t px-4 py-2.5 text-[13px] text-faint sm:px-5">
                {isFiltered && 'The filters of the page do not apply to this table. '}
                {more > 0 && `${more} rows with fewer orders are not listed.`}
              </p>
            )}
          </>
        )
      }
    </PartCard>
  )
}
