import type { ReactNode } from 'react'
import type { FigureFormat } from '../../format/index.ts'
import { Card, Notice } from '../../ui/index.ts'
import { FigureList, FigureListSkeleton } from './figure-list.tsx'
import type { HubTotal } from './model.ts'
import { useWords } from './words.ts'

interface TotalCardProps {
  /** Undefined when it failed to load. */
  readonly total: HubTotal | undefined
  /** Number of all shops. */
  readonly shops: number
  readonly format: FigureFormat
  /** Name of the comparison. */
  readonly than: string | undefined
}

/** The total of all shops, and in words which ones are excluded. */
export function TotalCard({ total, shops, format, than }: TotalCardProps) {
  const { currency } = format
  const t = useWords()
  if (!total) {
    return (
      <TotalFrame note={currency}>
        <p className="text-soft">{t('total.failed')}</p>
      </TotalFrame>
    )
  }
  const note =
    total.counted === shops
      ? t('total.all', { count: shops, currency })
      : t('total.some', { count: total.counted, shops, currency })
  return (
    <TotalFrame note={note}>
      {total.leftOut.length > 0 && (
        <div className="mb-4">
          <Notice severity="warning">
            <ul className="grid gap-0.5">
              {total.leftOut.map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
          </Notice>
        </div>
      )}
      {total.counted > 0 && <FigureList format={format} isLarge shown={total} than={than} />}
      {total.notes.length > 0 && <p className="mt-3 text-[13px] text-faint">{total.notes.join(' ')}</p>}
    </TotalFrame>
  )
}

function TotalFrame({ note, children }: { readonly note: string; readonly children: ReactNode }) {
  const t = useWords()
  return (
    <Card aria-labelledby="total-heading" className="p-4 sm:p-5">
      <header className="mb-4 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="font-semibold text-base" id="total-heading">
          {t('total.title')}
        </h2>
        <p className="text-[13px] text-faint">{note}</p>
      </header>
      {children}
    </Card>
  )
}

/** Placeholder of the total. */
export function TotalSkeleton() {
  const t = useWords()
  return (
    <TotalFrame note={t('total.adding')}>
      <FigureListSkeleton isLarge />
    </TotalFrame>
  )
}
