import type { ReactNode } from 'react'

interface ScrollerProps {
  /** What scrolls, for those who reach it by keyboard. */
  readonly label: string
  readonly className?: string
  readonly children: ReactNode
}

/** Holds something larger than its room, also what only screen readers see: that is placed, and would widen the page. */
export function Scroller({ label, className = '', children }: ScrollerProps) {
  return (
    <section
      aria-label={label}
      className={`relative overflow-auto ${className}`}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- without it the keyboard cannot scroll it
      tabIndex={0}
    >
      {children}
    </section>
  )
}
