import { Suspense } from 'react'
import { href, Link, useRevalidator } from 'react-router'
import { FiguresPage } from '../../blocks/figures-page/figures-page.tsx'
import { Waiting } from '../../blocks/figures-page/part-card.tsx'
import { printFigure } from '../../format/index.ts'
import { ArrowRight } from '../../icons.ts'
import { useText } from '../../language/index.ts'
import { toSearch } from '../../search/index.ts'
import { Badge, Button, Card } from '../../ui/index.ts'
import { Later } from '../../ui/later.tsx'
import type { loadCostsScreen } from './load-costs.server.ts'
import type { CostKind, CostKinds as Costs } from './model.ts'
import { useWords } from './words.ts'

/** What profit needs, kind by kind. */
export function CostsScreen({ content }: { readonly content: Awaited<ReturnType<typeof loadCostsScreen>> }) {
  const { page, kinds } = content
  const t = useWords()
  return (
    <FiguresPage page={page} title={t('page.title')}>
      <section aria-labelledby="kinds-heading">
        <h2 className="mb-3 font-semibold text-[15px]" id="kinds-heading">
          {t('page.needs')}
        </h2>
        <Suspense
          fallback={<Waiting className="gap-4 md:grid-cols-2 2xl:grid-cols-3" line="h-44 rounded-xl" lines={6} />}
        >
          <Later errorElement={<CostKindsFailed />} resolve={kinds}>
            {(loaded) => <CostKinds domain={page.shop.domain} costs={loaded} search={toSearch(page.state)} />}
          </Later>
        </Suspense>
      </section>
    </FiguresPage>
  )
}

const tones = {
  known: 'good',
  spend: 'good',
  base: 'warn',
  unknown: 'neutral',
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

interface CostKindsProps {
  readonly costs: Costs
  readonly domain: string
  /** Query string that keeps the period. */
  readonly search: string
}

/** The inputs of profit, by kind of cost. */
function CostKinds({ costs: { kinds, format }, domain, search }: CostKindsProps) {
  const t = useWords()
  return (
    <ul className="grid gap-4 md:grid-cols-2 2xl:grid-cols-3">
      {kinds.map((kind) => (
        <li key={kind.key}>
          <Card aria-labelledby={`cost-${kind.key}`} className="flex h-full flex-col p-4 sm:p-5">
            <div className="flex flex-wrap items-center justify-between gap-2">
              <h3 className="font-semibold text-[15px]" id={`cost-${kind.key}`}>
                {kind.title}
              </h3>
              <Badge tone={tones[kind.standing]}>{t(`standing.${kind.standing}`)}</Badge>
            </div>
            {kind.facts.length > 0 && (
              <dl className="mt-3 grid gap-1.5 text-[13px]">
                {kind.facts.map((fact) => (
                  <div className="flex items-baseline justify-between gap-4" key={fact.label}>
                    <dt className="text-soft">{fact.label}</dt>
                    <dd className="font-medium tabular" suppressHydrationWarning>
                      {fact.isMore ? t('fact.more', { value: printFigure(fact, format) }) : printFigure(fact, format)}
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
                {t(`lead.${kind.page}`)} <ArrowRight aria-hidden className="size-3.5 rtl:-scale-x-100" />
              </Link>
            )}
          </Card>
        </li>
      ))}
    </ul>
  )
}

/** Replaces kinds that could not be loaded. */
export function CostKindsFailed() {
  const { revalidate, state } = useRevalidator()
  const t = useText()
  return (
    <Card className="grid place-items-center gap-3 p-8 text-center" role="alert">
      <p className="text-soft">{t('shell.piece_missing')}</p>
      <Button isBusy={state === 'loading'} onClick={() => void revalidate()} type="button">
        {t('action.retry')}
      </Button>
    </Card>
  )
}
