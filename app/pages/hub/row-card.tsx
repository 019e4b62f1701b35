import type { ReactNode } from 'react'
import { href, Link, useRevalidator } from 'react-router'
import type { FigureFormat } from '../../format/index.ts'
import { CircleAlert, CircleCheck, Info, TriangleAlert } from '../../icons.ts'
import { Sentence } from '../../language/index.ts'
import { Badge, Button, buttonClass, Meter } from '../../ui/index.ts'
import { FigureList, FigureListSkeleton } from './figure-list.tsx'
import type { HealthLine, HubRow, HubShop } from './model.ts'
import { useWords } from './words.ts'

interface HubRowCardProps {
  readonly shop: HubShop
  /** Undefined when it failed to load. */
  readonly row: HubRow | undefined
  readonly format: FigureFormat
  /** Name of the comparison. */
  readonly than: string | undefined
}

/** A shop with its figures and the status of its data. */
export function HubRowCard({ shop, row, format, than }: HubRowCardProps) {
  const t = useWords()
  if (row === undefined || row.standing === 'failed' || row.standing === 'late') {
    return (
      <RowFrame badges={<Badge>{t('badge.out')}</Badge>} shop={shop}>
        <Missing isLate={row?.standing === 'late'} />
      </RowFrame>
    )
  }
  const badges = (
    <>
      {row.isPartial && <Badge tone="warn">{t('badge.partial')}</Badge>}
      {row.leftOut !== null && <Badge>{t('badge.out')}</Badge>}
    </>
  )
  return (
    <RowFrame badges={badges} shop={shop}>
      {row.standing === 'not_connected' ? (
        <NotConnected domain={shop.domain} />
      ) : (
        <FigureList format={format} shown={row} than={than} />
      )}
      {row.health.length > 0 && <Health lines={row.health} />}
    </RowFrame>
  )
}

interface RowFrameProps {
  readonly shop: HubShop
  readonly badges?: ReactNode
  readonly children: ReactNode
}

function RowFrame({ shop, badges, children }: RowFrameProps) {
  return (
    <article className="rounded-xl border border-line bg-surface p-4 sm:p-5">
      <header className="mb-4 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <div className="flex min-w-0 flex-wrap items-baseline gap-x-2.5 gap-y-1">
          {shop.logo && <img alt="" className="size-6 self-center rounded object-contain" src={shop.logo} />}
          <h3 className="font-semibold text-base">
            <Link className="rounded hover:underline" to={href('/shop/:domain', { domain: shop.domain })}>
              <bdi>{shop.name}</bdi>
            </Link>
          </h3>
          <bdi className="truncate text-[13px] text-faint">{shop.domain}</bdi>
          {badges}
        </div>
        <p className="text-[13px] text-faint">
          {shop.days} · <bdi>{shop.zone.replaceAll('_', ' ')}</bdi>
        </p>
      </header>
      {children}
    </article>
  )
}

function Missing({ isLate }: { readonly isLate: boolean }) {
  const { revalidate, state } = useRevalidator()
  const t = useWords()
  return (
    <div className="flex flex-wrap items-center gap-3">
      <p className="text-soft">{t(isLate ? 'row.late' : 'row.failed')}</p>
      <Button isBusy={state === 'loading'} onClick={() => void revalidate()} size="small" type="button">
        {t('row.again')}
      </Button>
    </div>
  )
}

function NotConnected({ domain }: { readonly domain: string }) {
  const t = useWords()
  return (
    <div className="flex flex-wrap items-center gap-3">
      <p className="text-soft">{t('row.notConnected')}</p>
      <Link className={buttonClass('secondary', 'small')} to={href('/shop/:domain/integrations', { domain })}>
        {t('do.connect')}
      </Link>
    </div>
  )
}

const looks = {
  good: { icon: CircleCheck, mark: 'text-good', text: 'text-faint' },
  info: { icon: Info, mark: 'text-accent', text: 'text-soft' },
  warn: { icon: TriangleAlert, mark: 'text-warn', text: 'text-soft' },
  bad: { icon: CircleAlert, mark: 'text-bad', text: 'text-ink' },
} as const

const shown = 3

function Health({ lines }: { readonly lines: readonly HealthLine[] }) {
  const t = useWords()
  return (
    <ul aria-label={t('health.title')} className="mt-4 grid gap-2 border-line border-t pt-3.5 text-[13px]">
      {lines.slice(0, shown).map((line) => (
        <HealthItem key={line.text} line={line} />
      ))}
      {lines.length > shown && <li className="ps-6 text-faint">{t('health.more', { count: lines.length - shown })}</li>}
    </ul>
  )
}

function HealthItem({ line: { tone, text, isEnglish, to, progress } }: { readonly line: HealthLine }) {
  const t = useWords()
  const { icon: Icon, mark, text: colour } = looks[tone]
  return (
    <li className="flex items-start gap-2">
      <Icon aria-hidden className={`mt-0.5 size-4 shrink-0 ${mark}`} />
      <div className="min-w-0 flex-1">
        <p className={`line-clamp-3 ${colour}`}>
          <Sentence isEnglish={isEnglish} text={text} />
        </p>
        {progress && (
          <div className="mt-1.5 max-w-md">
            <Meter done={progress.done} label={text} total={progress.total} />
          </div>
        )}
      </div>
      {to !== null && tone !== 'good' && (
        <Link className="shrink-0 rounded font-medium underline underline-offset-3" to={to}>
          {t('do.review')}
        </Link>
      )}
    </li>
  )
}

/** Placeholder of a shop whose figures are loading. */
export function HubRowSkeleton({ shop }: { readonly shop: HubShop }) {
  return (
    <RowFrame shop={shop}>
      <FigureListSkeleton />
      <div className="mt-4 h-9 border-line border-t" />
    </RowFrame>
  )
}
