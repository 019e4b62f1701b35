import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Check } from '../icons.ts'

interface MenuChoiceProps {
  readonly isChosen: boolean
  /** Query that selects it. */
  readonly to: string
  /** Tooltip. */
  readonly hint?: string | undefined
  readonly onChoose?: (() => void) | undefined
  readonly children: ReactNode
}

/** One of the choices in a menu: a link, so that it works without scripts. */
export function MenuChoice({ isChosen, to, hint, onChoose, children }: MenuChoiceProps) {
  return (
    <Link
      aria-current={isChosen || undefined}
      className="touch-target flex items-start gap-2 rounded-lg px-2 py-1.5 text-[13px] hover:bg-hover focus-visible:-outline-offset-2 aria-current:font-medium"
      onClick={onChoose}
      preventScrollReset
      rel="nofollow"
      title={hint}
      to={{ search: to }}
    >
      <span className="mt-0.5 size-3.5 shrink-0">
        {isChosen && <Check aria-hidden className="size-3.5 text-accent" />}
      </span>
      <span className="min-w-0">{children}</span>
    </Link>
  )
}
