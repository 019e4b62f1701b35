import type { ComponentProps, ReactNode } from 'react'
import { CircleAlert, Info, TriangleAlert } from '../../icons.ts'

type ButtonKind = 'primary' | 'secondary' | 'quiet' | 'danger'

const kinds = {
  primary: 'bg-ink text-canvas hover:bg-soft',
  secondary: 'border border-line bg-surface text-ink shadow-xs hover:bg-hover',
  quiet: 'text-soft hover:bg-hover hover:text-ink',
  danger: 'border border-line bg-surface text-bad shadow-xs hover:bg-bad-wash',
} as const satisfies Record<ButtonKind, string>

/** Classes of a button, for links that look like one. */
export function buttonClass(kind: ButtonKind = 'secondary', size: 'normal' | 'small' = 'normal'): string {
  const box = size === 'small' ? 'h-8 px-2.5 text-[13px]' : 'h-9 px-3.5'
  return `touch-target inline-flex shrink-0 items-center justify-center gap-1.5 rounded-lg font-medium whitespace-nowrap transition-colors duration-100 disabled:cursor-default disabled:opacity-50 ${box} ${kinds[kind]}`
}

interface ButtonProps extends ComponentProps<'button'> {
  readonly kind?: ButtonKind
  readonly size?: 'normal' | 'small'
  /** Shows a pending action; further presses do nothing. */
  readonly isBusy?: boolean
}

/** A button; submits by default, like the element itself. */
export function Button({ kind, size, isBusy = false, className = '', children, ...rest }: ButtonProps) {
  return (
    <button
      {...rest}
      aria-busy={isBusy || undefined}
      className={`${buttonClass(kind, size)} ${className}`}
      disabled={isBusy || rest.disabled}
    >
      {isBusy && (
        <span aria-hidden className="size-3.5 animate-spin rounded-full border-2 border-current border-t-transparent" />
      )}
      {children}
    </button>
  )
}

/** A bordered section of a page. */
export function Card({ className = '', ...rest }: ComponentProps<'section'>) {
  return <section {...rest} className={`rounded-xl border border-line bg-surface ${className}`} />
}

interface CardHeaderProps {
  readonly id?: string
  readonly title: ReactNode
  readonly note?: ReactNode
  /** Actions of the card, on the right. */
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

const looks = {
  info: { icon: Info, box: 'bg-accent-wash', mark: 'text-accent' },
  warning: { icon: TriangleAlert, box: 'bg-warn-wash', mark: 'text-warn' },
  serious: { icon: CircleAlert, box: 'bg-bad-wash', mark: 'text-bad' },
} as const

interface NoticeProps {
  readonly severity: keyof typeof looks
  readonly children: ReactNode
  readonly action?: ReactNode
}

/** A caveat to read before trusting the page. */
export function Notice({ severity, children, action }: NoticeProps) {
  const { icon: Icon, box, mark } = looks[severity]
  return (
    <div className={`flex items-start gap-2.5 rounded-lg px-3.5 py-2.5 text-[13px] ${box}`}>
      <Icon aria-hidden className={`mt-0.5 size-4 shrink-0 ${mark}`} />
      <div className="min-w-0 flex-1">{children}</div>
      {action && <div className="shrink-0 font-medium">{action}</div>}
    </div>
  )
}
