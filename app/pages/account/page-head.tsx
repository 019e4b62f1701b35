import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'

interface PageHeadProps {
  readonly title: string
  readonly children?: ReactNode
  /** The page this one was opened from. */
  readonly back?: { readonly to: string; readonly label: string }
}

/** What a page is about. */
export function PageHead({ title, children, back }: PageHeadProps) {
  return (
    <header className="mb-6">
      {back && (
        <Link
          className="touch-target mb-2 inline-flex items-center gap-1.5 rounded text-[13px] text-soft hover:text-ink"
          to={back.to}
        >
          <ArrowLeft aria-hidden className="size-3.5 rtl:-scale-x-100" />
          {back.label}
        </Link>
      )}
      <h1 className="font-semibold text-2xl tracking-tight">{title}</h1>
      {children && <p className="mt-1.5 max-w-prose text-pretty text-soft">{children}</p>}
    </header>
  )
}
