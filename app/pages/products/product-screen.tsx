import { type ReactNode, useMemo } from 'react'
import { href, Link } from 'react-router'
import { FiguresPage } from '../../blocks/figures-page/figures-page.tsx'
import { TimeSeries, unpackPoints } from '../../charts/index.ts'
import { ArrowLeft } from '../../icons.ts'
import { type SearchState, toKept, withSearch } from '../../search/index.ts'
import { Card, CardHeader, DataTable, ProductPicture } from '../../ui/index.ts'
import type { loadProductScreen } from './load-product.server.ts'
import type { CourseModel, ProductModel } from './model.ts'
import { useWords } from './words.ts'

type Content = Awaited<ReturnType<typeof loadProductScreen>>

/** One product: figures and prices over time, variants, buyers, and what is bought with it. */
export function ProductScreen({ content: { page, product } }: { readonly content: Content }) {
  const t = useWords()
  const shown = { product, state: page.state, domain: page.shop.domain }
  return (
    <main className="mx-auto max-w-[1600px] px-4 pb-12 sm:px-8" id="content" tabIndex={-1}>
      <FiguresPage intro={<Intro {...shown} mayOpenOrders={page.mayOpenOrders} />} page={page} title={product.title}>
        <Section id="courses-heading" title={t('trend.title')}>
          <Courses courses={product.courses} />
          {product.courses.some(({ compare }) => compare) && (
            <p className="mt-2 text-faint text-xs">{t('trend.dashed')}</p>
          )}
        </Section>
        <Section id="prices-heading" note={t('price.note')} title={t('price.title')}>
          <Courses courses={product.prices} />
        </Section>
        <Card aria-labelledby="variants-heading" className="min-w-0">
          <CardHeader id="variants-heading" title={t('variants.title')} />
          <DataTable
            caption={t('variants.caption')}
            columns={product.figureHeads.map((label) => ({ key: label, label }))}
            labelHeader={{ label: t('variants.variant') }}
            rows={product.variants.map(({ key, title, detail, cells }) => ({
              key,
              label: (
                <>
                  <span className="block truncate text-match-parent" dir="auto">
                    {title}
                  </span>
                  {detail && <span className="block text-faint text-xs">{detail}</span>}
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
  const t = useWords()
  const filters = [{ dimension: 'product', operator: 'is' as const, values: [product.id] }]
  const only = withSearch(state, { filters, interval: undefined })
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2 text-[13px]">
        <ProductPicture address={product.picture} name={product.title} />
        <Link
          className="inline-flex items-center gap-1 rounded text-soft hover:text-ink"
          to={`${href('/shop/:domain/products', { domain })}${toKept(state)}`}
        >
          <ArrowLeft aria-hidden className="size-3.5 rtl:-scale-x-100" />
          {t('page.title')}
        </Link>
        {mayOpenOrders && (
          <Link className="underline underline-offset-3" to={`${href('/shop/:domain/orders', { domain })}${only}`}>
            {t('product.orders')}
          </Link>
        )}
        <Link className="underline underline-offset-3" to={`${href('/shop/:domain', { domain })}${only}`}>
          {t('product.summary')}
        </Link>
      </div>
      <dl className="flex flex-wrap gap-x-6 gap-y-1 text-[13px]">
        {product.facts.map(({ label, text }) => (
          <div className="flex gap-1.5" key={label}>
            <dt className="text-faint">{label}</dt>
            <dd className="min-w-0 break-words" dir="auto">
              {text}
            </dd>
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
      {product.ads && <p className="text-faint text-xs">{t('product.adsNote', { model: product.ads.model })}</p>}
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
  const t = useWords()
  const [now, before] = useMemo(
    () => [unpackPoints(points), compare === undefined ? undefined : unpackPoints(compare)],
    [points, compare],
  )
  return (
    <section aria-label={t('trend.of', { metric: label })} className="min-w-0">
      <h3 className="mb-2 font-medium text-[13px]">{label}</h3>
      <TimeSeries axis={axis} compare={before} isShort label={label} points={now} />
    </section>
  )
}

function BoughtWith({ product: { boughtWith }, state, domain }: ShownProduct) {
  const t = useWords()
  return (
    <Card aria-labelledby="pairs-heading" className="min-w-0">
      <CardHeader id="pairs-heading" note={t('pairs.note')} title={t('pairs.title')} />
      {boughtWith.length === 0 ? (
        <p className="p-5 text-soft">{t('pairs.none')}</p>
      ) : (
        <DataTable
          caption={t('pairs.caption')}
          columns={[
            { key: 'orders', label: t('pairs.orders') },
            {
              key: 'lift',
              label: t('pairs.lift'),
              hint: t('pairs.liftHint'),
            },
          ]}
          labelHeader={{ label: t('list.product') }}
          rows={boughtWith.map(({ id, title, orders, lift }) => ({
            key: id,
            label: (
              <Link
                className="block truncate rounded text-match-parent underline-offset-3 hover:underline"
                dir="auto"
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
  const t = useWords()
  return (
    <Card aria-labelledby="buyers-heading" className="min-w-0">
      <CardHeader id="buyers-heading" note={t('buyers.note')} title={t('buyers.title')} />
      {buyers.length === 0 ? (
        <p className="p-5 text-soft">{t('buyers.none')}</p>
      ) : (
        <DataTable
          caption={t('buyers.caption')}
          columns={[
            { key: 'orders', label: t('buyers.orders') },
            { key: 'share', label: t('buyers.share') },
          ]}
          labelHeader={{ label: t('buyers.head') }}
          rows={buyers.map(({ label, text, share }) => ({ key: label, label, cells: [text, share] }))}
        />
      )}
    </Card>
  )
}

function Costs({ costs }: { readonly costs: ProductModel['costs'] }) {
  const t = useWords()
  return (
    <Card aria-labelledby="costs-heading" className="min-w-0">
      <CardHeader id="costs-heading" note={t('costs.note')} title={t('costs.title')} />
      <DataTable
        caption={t('costs.caption')}
        columns={[
          { key: 'from', label: t('costs.from'), isText: true },
          { key: 'where', label: t('costs.where'), isText: true },
          { key: 'cost', label: t('costs.cost') },
          { key: 'source', label: t('costs.source'), isText: true },
        ]}
        labelHeader={{ label: t('costs.of') }}
        rows={costs.map(({ key, of, cells }) => ({ key, label: of, cells }))}
      />
    </Card>
  )
}
