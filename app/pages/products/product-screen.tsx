import { type ReactNode, useMemo } from 'react'
import { href, Link } from 'react-router'
import { FiguresPage } from '../../blocks/figures-page/figures-page.tsx'
import { TimeSeries, unpackPoints } from '../../charts/index.ts'
import { ArrowLeft } from '../../icons.ts'
import { type SearchState, toKept, withSearch } from '../../search/index.ts'
import { Card, CardHeader, DataTable, ProductPicture } from '../../ui/index.ts'
import type { loadProductScreen } from './load-product.server.ts'
import type { CourseModel, ProductModel } from './model.ts'

type Content = Awaited<ReturnType<typeof loadProductScreen>>

/** One product: figures and prices over time, variants, buyers, and what is bought with it. */
export function ProductScreen({ content: { page, product } }: { readonly content: Content }) {
  const shown = { product, state: page.state, domain: page.shop.domain }
  return (
    <main className="mx-auto max-w-[1600px] px-4 pb-12 sm:px-8" id="content" tabIndex={-1}>
      <FiguresPage intro={<Intro {...shown} mayOpenOrders={page.mayOpenOrders} />} page={page} title={product.title}>
        <Section id="courses-heading" title="Over time">
          <Courses courses={product.courses} />
          {product.courses.some(({ compare }) => compare) && (
            <p className="mt-2 text-faint text-xs">Dashed: the period that it is compared with.</p>
          )}
        </Section>
        <Section
          id="prices-heading"
          note="Without tax, after discounts; costs as they are dated, for one piece."
          title="Price and cost"
        >
          <Courses courses={product.prices} />
        </Section>
        <Card aria-labelledby="variants-heading" className="min-w-0">
          <CardHeader id="variants-heading" title="Variants" />
          <DataTable
            caption="Figures of each variant"
            columns={product.figureHeads.map((label) => ({ key: label, label }))}
            labelHeader={{ label: 'Variant' }}
            rows={product.variants.map(({ key, title, detail, cells }) => ({
              key,
              label: (
                <>
                  <span className="block truncate">{title}</span>
                  {detail && <span className="block truncate text-faint text-xs">{detail}</span>}
                </>
              ),
              cells,
            }))}
          />
        </Card>
        <div className="grid grid-cols-1 items-start gap-6 xl:grid-cols-2">
          <BoughtWith {...shown} />
          <Buyers buyers={product.buyers} />
        </div>
        {product.costs.length > 0 && <Costs costs={product.costs} />}
      </FiguresPage>
    </main>
  )
}

interface ShownProduct {
  readonly product: ProductModel
  readonly state: SearchState
  readonly domain: string
}

/** What the product is, its totals, and the ways on. */
function Intro({ product, state, domain, mayOpenOrders }: ShownProduct & { readonly mayOpenOrders: boolean }) {
  const filters = [{ dimension: 'product', operator: 'is' as const, values: [product.id] }]
  const only = withSearch(state, { filters, interval: undefined })
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2 text-[13px]">
        <ProductPicture address={product.picture} />
        <Link
          className="inline-flex items-center gap-1 rounded text-soft hover:text-ink"
          to={`${href('/shop/:domain/products', { domain })}${toKept(state)}`}
        >
          <ArrowLeft aria-hidden className="size-3.5" />
          Products
        </Link>
        {mayOpenOrders && (
          <Link className="underline underline-offset-3" to={`${href('/shop/:domain/orders', { domain })}${only}`}>
            Orders with it
          </Link>
        )}
        <Link className="underline underline-offset-3" to={`${href('/shop/:domain', { domain })}${only}`}>
          Summary of it
        </Link>
      </div>
      <dl className="flex flex-wrap gap-x-6 gap-y-1 text-[13px]">
        {product.facts.map(({ label, text }) => (
          <div className="flex gap-1.5" key={label}>
            <dt className="text-faint">{label}</dt>
            <dd className="min-w-0 break-words">{text}</dd>
          </div>
        ))}
      </dl>
      <dl className="grid grid-cols-2 gap-3 sm:grid-cols-3 xl:grid-cols-4">
        {[...product.totals, ...(product.ads?.totals ?? [])].map(({ label, text }) => (
          <div className="rounded-xl border border-line bg-surface px-4 py-3" key={label}>
            <dt className="text-[13px] text-soft">{label}</dt>
            <dd className="mt-0.5 font-semibold text-lg tabular tracking-tight">{text}</dd>
          </div>
        ))}
      </dl>
      {product.ads && (
        <p className="text-faint text-xs">
          Ads by the credit that its orders give to campaigns under “{product.ads.model}”.
        </p>
      )}
    </div>
  )
}

interface SectionProps {
  readonly id: string
  readonly title: string
  readonly note?: string
  readonly children: ReactNode
}

function Section({ id, title, note, children }: SectionProps) {
  return (
    <Card aria-labelledby={id} className="min-w-0">
      <CardHeader id={id} note={note} title={title} />
      <div className="p-4 sm:p-5">{children}</div>
    </Card>
  )
}

function Courses({ courses }: { readonly courses: readonly CourseModel[] }) {
  return (
    <div className="grid grid-cols-1 gap-6 lg:grid-cols-[repeat(auto-fit,minmax(20rem,1fr))]">
      {courses.map((course) => (
        <Course course={course} key={course.key} />
      ))}
    </div>
  )
}

function Course({ course: { label, points, compare, axis } }: { readonly course: CourseModel }) {
  const [now, before] = useMemo(
    () => [unpackPoints(points), compare === undefined ? undefined : unpackPoints(compare)],
    [points, compare],
  )
  return (
    <section aria-label={`${label} over time`} className="min-w-0">
      <h3 className="mb-2 font-medium text-[13px]">{label}</h3>
      <TimeSeries axis={axis} compare={before} isShort label={label} points={now} />
    </section>
  )
}

function BoughtWith({ product: { boughtWith }, state, domain }: ShownProduct) {
  return (
    <Card aria-labelledby="pairs-heading" className="min-w-0">
      <CardHeader
        id="pairs-heading"
        note="In the same order, at least ten times in these days. 1 × is as often as by chance."
        title="Bought together with"
      />
      {boughtWith.length === 0 ? (
        <p className="p-5 text-soft">No other product is in ten orders or more with it.</p>
      ) : (
        <DataTable
          caption="Products in the same orders"
          columns={[
            { key: 'orders', label: 'Orders with both' },
            {
              key: 'lift',
              label: 'Against chance',
              hint: 'Share of orders with both ÷ (share with one × share with the other)',
            },
          ]}
          labelHeader={{ label: 'Product' }}
          rows={boughtWith.map(({ id, title, orders, lift }) => ({
            key: id,
            label: (
              <Link
                className="block truncate rounded underline-offset-3 hover:underline"
                to={`${href('/shop/:domain/products/:product', { domain, product: id })}${toKept(state)}`}
              >
                {title}
              </Link>
            ),
            cells: [orders, lift],
          }))}
        />
      )}
    </Card>
  )
}

function Buyers({ buyers }: { readonly buyers: ProductModel['buyers'] }) {
  return (
    <Card aria-labelledby="buyers-heading" className="min-w-0">
      <CardHeader id="buyers-heading" note="Paid orders of these days that contain it." title="Who buys it" />
      {buyers.length === 0 ? (
        <p className="p-5 text-soft">Nobody bought it in these days.</p>
      ) : (
        <DataTable
          caption="Orders by buyer"
          columns={[
            { key: 'orders', label: 'Orders' },
            { key: 'share', label: 'Share' },
          ]}
          labelHeader={{ label: 'Buyers' }}
          rows={buyers.map(({ label, text, share }) => ({ key: label, label, cells: [text, share] }))}
        />
      )}
    </Card>
  )
}

function Costs({ costs }: { readonly costs: ProductModel['costs'] }) {
  return (
    <Card aria-labelledby="costs-heading" className="min-w-0">
      <CardHeader id="costs-heading" note="What one piece costs, by the day of the order." title="Dated costs" />
      <DataTable
        caption="Costs by day"
        columns={[
          { key: 'from', label: 'From', isText: true },
          { key: 'where', label: 'Where', isText: true },
          { key: 'cost', label: 'Cost' },
          { key: 'source', label: 'Source', isText: true },
        ]}
        labelHeader={{ label: 'Of' }}
        rows={costs.map(({ key, of, cells }) => ({ key, label: of, cells }))}
      />
    </Card>
  )
}
