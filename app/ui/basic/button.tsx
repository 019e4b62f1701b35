import type { ComponentProps } from 'react'

export type ButtonKind = 'primary' | 'secondary' | 'quiet' | 'danger'

const kinds = {
  primary: 'bg-ink text-canvas hover:bg-soft',
  secondary: 'border border-line bg-surface text-ink shadow-xs hover:bg-hover',
  quiet: 'text-soft hover:bg-hover hover:text-ink',
  danger: 'border border-line bg-surface text-bad shadow-xs hover:bg-bad-wash',
} as const satisfies Record<ButtonKind, string>

/** The look of a button, for links that lead somewhere and should look like one. */
export function buttonClass(kind: ButtonKind = 'secondary', size: 'normal' | 'small' = 'normal'): string {
  const box = size === 'small' ? 'h-8 px-2.5 text-[13px]' : 'h-9 px-3.5'
  return `touch-target inline-flex shrink-0 items-center justify-center gap-1.5 rounded-lg font-medium whitespace-nowrap transition-colors duration-100 disabled:cursor-default disabled:opacity-50 ${box} ${kinds[kind]}`
}

interface ButtonProps extends ComponentProps<'button'> {
  readonly kind?: ButtonKind
  readonly size?: 'normal' | 'small'
  /** Shows that the press is being carried out; a second press does nothing. */
  readonly isBusy?: boolean
}

/** A button; submits unless told otherwise, like the element itself. */
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
