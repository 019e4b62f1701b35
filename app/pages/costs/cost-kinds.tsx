import { ArrowRight } from 'lucide-react'
import { href, Link, useRevalidator } from 'react-router'
import { printFigure } from '../../format/index.ts'
import { Badge, Button, Card, Skeleton } from '../../ui/index.ts'
import type { CostKind, CostKinds as Costs } from './model.ts'

const standings = {
  known: { label: 'Known from the orders', tone: 'good' },
  spend: { label: 'Known', tone: 'good' },
  base: { label: 'Cost not known', tone: 'warn' },
  unknown: { label: 'Not known', tone: 'neutral' },
} as const satisfies Record<CostKind['standing'], unknown>

const pages = {
  goods: '/shop/:domain/costs/goods',
  gateway: '/shop/:domain/costs/gateway',
  shipping: '/shop/:domain/costs/shipping',
  campaigns: '/shop/:domain/campaigns',
  tracking: '/shop/:domain/tracking',
} as const

const leads = {
  goods: 'All products sold',
  gateway: 'All payment methods',
  shipping: 'Shipping by country',
  campaigns: 'All campaigns',
  tracking: 'Tag your ads',
} as const

interface CostKindsProps {
  readonly costs: Costs
  readonly domain: string
  /** Query string that keeps the days. */
  readonly search: string
}

/** What profit needs, kind by kind. */
export function CostKinds({ costs: { kinds, format }, domain, search }: CostKindsProps) {
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

/** Keeps the place of the kinds while they are on their way. */
export function CostKindsSkeleton() {
  return (
    <div aria-busy className="grid gap-4 md:grid-cols-2 2xl:grid-cols-3">
      <span className="sr-only">Loading what the orders tell</span>
      {Array.from({ length: 6 }, (_, index) => (
        <Skeleton className="h-44 rounded-xl" key={index} />
      ))}
    </div>
  )
}

/** Stands where the kinds could not be loaded. */
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
