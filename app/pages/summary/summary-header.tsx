import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { SlidersHorizontal } from '../../icons.ts'
import { useText } from '../../language/index.ts'
import { type SearchState, withSearch } from '../../search/index.ts'
import { Badge, buttonClass } from '../../ui/index.ts'

interface SummaryHeaderProps {
  readonly title: string
  readonly state: SearchState
  readonly isPartial: boolean
  /** There are widgets to arrange. */
  readonly canCustomise: boolean
  /** Beside the title: saved views, live updates. */
  readonly actions?: ReactNode
  /** The period control. */
  readonly children: ReactNode
}

/** Title, actions, and the control that everything below follows. Sticky. */
export function SummaryHeader({ title, state, isPartial, canCustomise, actions, children }: SummaryHeaderProps) {
  const t = useText()
  return (
    <header className="sticky top-0 z-20 -mx-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-line border-b bg-canvas/95 px-4 py-3 backdrop-blur-sm sm:-mx-8 sm:px-8">
      <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 max-sm:w-full">
        <h1 className="truncate pe-1 font-semibold text-xl tracking-tight">{title}</h1>
        {isPartial && <Badge tone="warn">{t('summary.partial')}</Badge>}
        {actions}
        {canCustomise && !state.customise && (
          <Link
            aria-label={t('summary.customise')}
            className={`${buttonClass('quiet')} noscript:hidden max-xl:w-9 max-xl:px-0 max-sm:ms-auto print:hidden`}
            preventScrollReset
            title={t('summary.customise')}
            to={{ search: withSearch(state, { customise: true }) }}
          >
            <SlidersHorizontal aria-hidden className="size-4" />
            <span className="max-xl:hidden">{t('summary.customise')}</span>
          </Link>
        )}
      </div>
      {children}
    </header>
  )
}
