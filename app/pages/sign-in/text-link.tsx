import type { ReactNode } from 'react'
import { Link } from 'react-router'

/** A link within a sentence. */
export function TextLink({ to, children }: { readonly to: string; readonly children: ReactNode }) {
  return (
    <Link
      className="rounded-sm font-medium text-ink underline decoration-edge/60 underline-offset-3 hover:decoration-ink"
      to={to}
    >
      {children}
    </Link>
  )
}
