import { href, Link } from 'react-router'
import { type Change, Delta, packSeries, Sparkline } from '../../charts/index.ts'
import { ArrowRight } from '../../icons.ts'
import { inSentence, useLanguage } from '../../language/index.ts'
import { Skeleton } from '../../ui/index.ts'
import { useWords } from './words.ts'

export interface ShopFigures {
  readonly yesterday: readonly ShopFigure[]
  readonly month: readonly ShopFigure[]
  readonly spark: readonly (number | null)[]
}

export interface ShopFigure {
  readonly key: string
  readonly label: string
  readonly text: string
  readonly change: Change | null
}

interface ShopCardProps {
  readonly shop: { readonly domain: string; readonly name: string }
  /** Undefined when they could not be loaded. */
  readonly figures: ShopFigures | 'not_connected' | undefined
}

/** A shop with its figures of yesterday and of the last 30 days. */
export function ShopCard({ shop, figures }: ShopCardProps) {
  const t = useWords()
  return (
    <article className="group relative flex h-full flex-col rounded-xl border border-line bg-surface p-5 hover:border-edge/60">
      <h2 className="font-semibold text-base">
        <Link
          className="after:absolute after:inset-0 after:rounded-xl"
          to={href('/shop/:domain', { domain: shop.domain })}
        >
          <bdi>{shop.name}</bdi>
        </Link>
      </h2>
      <p className="text-[13px] text-faint">
        <bdi>{shop.domain}</bdi>
      </p>
      {figures === 'not_connected' && <p className="mt-4 text-soft">{t('card.notConnected')}</p>}
      {figures === undefined && <p className="mt-4 text-soft">{t('card.failed')}</p>}
      {typeof figures === 'object' && (
        <>
          <div className="mt-4 grid grid-cols-2 gap-4">
            <Figures figures={figures.yesterday} title={t('card.yesterday')} />
            <Figures figures={figures.month} title={t('card.month')} />
          </div>
          <div className="mt-auto h-15 pt-5">
            <Sparkline course={packSeries(figures.spark)} />
          </div>
        </>
      )}
      <ArrowRight
        aria-hidden
        className="absolute top-5 end-5 size-4 text-faint opacity-0 transition-opacity group-hover:opacity-100 rtl:-scale-x-100"
      />
    </article>
  )
}

function Figures({ title, figures }: { readonly title: string; readonly figures: readonly ShopFigure[] }) {
  const t = useWords()
  const language = useLanguage()
  return (
    <div className="min-w-0">
      <h3 className="text-[13px] text-soft">{title}</h3>
      <dl>
        {figures.map((figure, index) => (
          <div key={figure.key}>
            <dt className="sr-only">{figure.label}</dt>
            <dd
              className={
                index === 0 ? 'truncate font-semibold text-xl tabular tracking-tight' : 'text-[13px] text-soft tabular'
              }
            >
              {index === 0 ? figure.text : `${figure.text} ${inSentence(figure.label, language)}`}
            </dd>
            {index === 0 && figure.change && (
              <dd className="text-xs">
                <Delta change={figure.change} than={t('card.than')} />
              </dd>
            )}
          </div>
        ))}
      </dl>
    </div>
  )
}

/** Placeholder of a card whose figures are loading. */
export function ShopCardSkeleton({ name }: { readonly name: string }) {
  return (
    <div className="rounded-xl border border-line bg-surface p-5">
      <p className="font-semibold text-base" dir="auto">
        {name}
      </p>
      <Skeleton className="mt-1 h-4 w-32" />
      <Skeleton className="mt-5 h-20 w-full" />
      <Skeleton className="mt-5 h-10 w-full" />
    </div>
  )
}
