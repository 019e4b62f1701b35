import type { ReactNode } from 'react'
import type { Glyph } from '../icons.ts'

interface EmptyStateProps {
  readonly icon: Glyph
  readonly title: string
  /** What will be here and why it is empty. */
  readonly children: ReactNode
  /** The next step. */
  readonly action?: ReactNode
}

/** Placeholder where content will be. */
export function EmptyState({ icon: Icon, title, children, action }: EmptyStateProps) {
  return (
    <div className="mx-auto flex max-w-md flex-col items-center px-6 py-14 text-center">
      <span className="mb-4 grid size-12 place-items-center rounded-2xl bg-hover text-soft">
        <Icon aria-hidden className="size-6" strokeWidth={1.75} />
      </span>
      <h2 className="font-semibold text-base">{title}</h2>
      <p className="mt-1.5 text-balance text-soft">{children}</p>
      {action && <div className="mt-5">{action}</div>}
    </div>
  )
}
