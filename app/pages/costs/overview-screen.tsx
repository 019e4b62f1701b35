import { Suspense } from 'react'
import { href, Link, useRevalidator } from 'react-router'
import { FiguresPage } from '../../blocks/figures-page/figures-page.tsx'
import { printFigure } from '../../format/index.ts'
import { ArrowRight } from '../../icons.ts'
import { toSearch } from '../../search/index.ts'
import { Badge, Button, Card, Skeleton } from '../../ui/index.ts'
import { Later } from '../../ui/later.tsx'
import type { loadCostsScreen } from './load-costs.server.ts'
import type { CostKind, CostKinds as Costs } from './model.ts'

/** What profit needs, kind by kind. */
export function CostsScreen({ content }: { readonly content: Awaited<ReturnType<typeof loadCostsScreen>> }) {
  const { page, kinds } = content
  return (
    <FiguresPage page={page} title="Costs">
      <section aria-labelledby="kinds-heading">
        <h2 className="mb-3 font-semibold text-[15px]" id="kinds-heading">
          What profit needs
        </h2>
        <Suspense fallback={<CostKindsSkeleton />}>
          <Later errorElement={<CostKindsFailed />} resolve={kinds}>
            {(loaded) => <CostKinds domain={page.shop.domain} costs={loaded} search={toSearch(page.state)} />}
          </Later>
        </Suspense>
      </section>
    </FiguresPage>
  )
}

const standings = {
  known: { label: 'Known', tone: 'good' },
  spend: { label: 'Known', tone: 'good' },
  base: { label: 'In part not known', tone: 'warn' },
  unknown: { label: 'Not known', tone: 'neutral' },
} as const satisfies Record<CostKind['standing'], unknown>

const pages = {
  goods: '/shop/:domain/costs/goods',
  gateway: '/shop/:domain/costs/gateway',
  shipping: '/shop/:domain/costs/shipping',
  handling: '/shop/:domain/costs/handling',
  spend: '/shop/:domain/campaigns/spend',
  campaigns: '/shop/:domain/campaigns',
  tracking: '/shop/:domain/tracking',
} as const

const leads = {
  goods: 'Goods and their costs',
  gateway: 'Payment methods and rules',
  shipping: 'Countries and rules',
  handling: 'Handling and expenses',
  spend: 'Entered expenses',
  campaigns: 'All campaigns',
  tracking: 'Tag your ads',
} as const

interface CostKindsProps {
  readonly costs: Costs
  readonly domain: string
  /** Query string that keeps the period. */
  readonly search: string
}

/** The inputs of profit, by kind of cost. */
function CostKinds({ costs: { kinds, format }, domain, search }: CostKindsProps) {
  return (
    <ul className="grid gap-4 md:grid-cols-2 2xl:grid-cols-3">
      {kinds.map((kind) => (
        <li key={kind.key}>
          <Card aria-labelledby={`cost-${kind.key}`} className="flex h-full flex-col p-4 sm:p-5">
            <div className="flex flex-wrap items-center justify-between gap-2">
              <h3 className="font-semibold text-[15px]" id={`cost-${kind.key}`}>
                {kind.title}
              </h3>
              <Badge tone={standings[kind.standing].tone}>{standings[kind.standing].label}</Badge>
            </div>
            {kind.facts.length > 0 && (
              <dl className="mt-3 grid gap-1.5 text-[13px]">
                {kind.facts.map((fact) => (
                  <div className="flex items-baseline justify-between gap-4" key={fact.label}>
                    <dt className="text-soft">{fact.label}</dt>
                    <dd className="font-medium tabular" suppressHydrationWarning>
                      {`${fact.isMore ? 'more than ' : ''}${printFigure(fact, format)}`}
                    </dd>
                  </div>
                ))}
              </dl>
            )}
            <p className="mt-3 text-pretty text-[13px] text-faint">{kind.text}</p>
            {kind.page && (
              <Link
                className="touch-target mt-auto inline-flex w-fit items-center gap-1.5 rounded pt-3 font-medium text-[13px] text-accent hover:underline"
                to={`${href(pages[kind.page], { domain })}${search}`}
              >
                {leads[kind.page]} <ArrowRight aria-hidden className="size-3.5 rtl:-scale-x-100" />
              </Link>
            )}
          </Card>
        </li>
      ))}
    </ul>
  )
}

/** Placeholder while the kinds are loading. */
function CostKindsSkeleton() {
  return (
    <div aria-busy className="grid gap-4 md:grid-cols-2 2xl:grid-cols-3">
      <span className="sr-only">Loading what the orders tell</span>
      {Array.from({ length: 6 }, (_, index) => (
        <Skeleton className="h-44 rounded-xl" key={index} />
      ))}
    </div>
  )
}

/** Replaces kinds that could not be loaded. */
export function CostKindsFailed() {
  const { revalidate, state } = useRevalidator()
  return (
    <Card className="grid place-items-center gap-3 p-8 text-center" role="alert">
      <p className="text-soft">What the orders tell could not be loaded.</p>
      <Button isBusy={state === 'loading'} onClick={() => void revalidate()} type="button">
        Try again
      </Button>
    </Card>
  )
}
