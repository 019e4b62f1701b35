import type { ReactNode } from 'react'
import { PageTitle } from '../../frame/basic/index.ts'

interface AuthCardProps {
  readonly title: string
  readonly intro?: ReactNode
  readonly children?: ReactNode
  /** Where else to go, below the card. */
  readonly foot?: ReactNode
}

/** One step of signing in: what it is, and the one thing to do. */
export function AuthCard({ title, intro, children, foot }: AuthCardProps) {
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <div className="rounded-2xl border border-line bg-surface px-5 py-6 shadow-xs sm:p-8">
        <h1 className="text-balance font-semibold text-xl tracking-tight">{title}</h1>
        {intro && <div className="mt-1.5 text-pretty break-words text-soft">{intro}</div>}
        {children && <div className="mt-6 grid gap-5">{children}</div>}
      </div>
      {foot && <div className="mt-6 px-2 text-center text-soft">{foot}</div>}
    </>
  )
}
