import type { ReactNode } from 'react'
import { buttonClass } from '../../ui/index.ts'

interface DisclosureProps {
  /** On the button; ends in "…" because something is asked first. */
  readonly label: string
  /** What the label leaves out, for those who cannot see what stands beside it. */
  readonly about?: string
  readonly kind?: 'secondary' | 'quiet'
  /** The edge of the button that the question hangs from. */
  readonly align?: 'start' | 'end'
  readonly children: ReactNode
}

/** A question asked in place before something is done. Opens without JavaScript, one at a time. */
export function Disclosure({ label, about, kind = 'quiet', align = 'end', children }: DisclosureProps) {
  return (
    <details className="relative" name="question">
      <summary className={`${buttonClass(kind, 'small')} list-none [&::-webkit-details-marker]:hidden`}>
        {label}
        {about && <span className="sr-only"> {about}</span>}
      </summary>
      <div
        className={`${align === 'end' ? 'end-0' : 'start-0'} absolute z-20 mt-1.5 w-80 max-w-[calc(100vw-4.5rem)] rounded-xl border border-line bg-raised p-4 text-[13px] shadow-raised`}
      >
        {children}
      </div>
    </details>
  )
}
