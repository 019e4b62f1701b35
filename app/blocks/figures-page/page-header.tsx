import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Badge } from '../../ui/index.ts'
import type { PageContent } from './load-page.server.ts'

interface PageHeaderProps {
  readonly title: string
  /** Undefined while there is no data. */
  readonly freshness: PageContent['freshness'] | undefined
  readonly isPartial: boolean
  /** The period control. */
  readonly children: ReactNode
}

/** Title, freshness, and the control that everything below follows. Sticky. */
export function PageHeader({ title, freshness, isPartial, children }: PageHeaderProps) {
  const isLate = (freshness?.late.length ?? 0) > 0
  return (
    <header className="sticky top-0 z-20 -mx-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-line border-b bg-canvas/95 px-4 py-3 backdrop-blur-sm sm:-mx-8 sm:px-8">
      <div className="flex min-w-0 flex-wrap items-baseline gap-x-3 max-sm:w-full max-sm:justify-between">
        <h1 className="truncate font-semibold text-xl tracking-tight">{title}</h1>
        {isPartial && freshness && <Badge tone="warn">{freshness.partial}</Badge>}
        {freshness?.text && (
          <p className={`min-w-0 text-[13px] ${isLate ? 'text-warn' : 'text-faint'}`} title={freshness.title}>
            {[freshness.text, freshness.since].filter(Boolean).join(' · ')}
            {freshness.late.map(({ text, to }) => (
              <span key={to}>
                {' · '}
                <Link className="underline underline-offset-3" to={to}>
                  {text}
                </Link>
              </span>
            ))}
          </p>
        )}
      </div>
      {children}
    </header>
  )
}
