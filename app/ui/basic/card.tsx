import type { ComponentProps, ReactNode } from 'react'

/** A framed piece of a page. */
export function Card({ className = '', ...rest }: ComponentProps<'section'>) {
  return <section {...rest} className={`rounded-xl border border-line bg-surface ${className}`} />
}

interface CardHeaderProps {
  readonly id?: string
  readonly title: ReactNode
  readonly note?: ReactNode
  /** What can be done with the card, on the right. */
  readonly children?: ReactNode
}

/** Heading of a card; give the card `aria-labelledby` with the same id. */
export function CardHeader({ id, title, note, children }: CardHeaderProps) {
  return (
    <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 pt-3.5 sm:px-5">
      <div className="min-w-0">
        <h2 className="font-semibold text-[15px]" id={id}>
          {title}
        </h2>
        {note && <p className="text-[13px] text-faint">{note}</p>}
      </div>
      {children}
    </header>
  )
}
