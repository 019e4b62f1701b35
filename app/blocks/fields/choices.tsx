import type { ComponentProps, ReactNode } from 'react'

interface ChoicesProps {
  readonly legend: string
  readonly error?: string | undefined
  readonly children: ReactNode
  readonly className?: string | undefined
}

/** Boxes or buttons that belong together, with what is wrong about them. */
export function Choices({ legend, error, children, className }: ChoicesProps) {
  return (
    <fieldset className={className}>
      <legend className="mb-1.5 font-medium">{legend}</legend>
      <div className="grid gap-0.5">{children}</div>
      {error !== undefined && (
        <p className="mt-1 text-[13px] text-bad" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}

/** A box to tick, or a button of several of one name. */
export function Choice({ children, type = 'checkbox', ...input }: ComponentProps<'input'>) {
  return (
    <label className="touch-target flex items-start gap-2.5 py-1 text-[13px]">
      <input {...input} className="mt-0.5 size-4 shrink-0 accent-accent" type={type} />
      <span className="wrap-anywhere min-w-0">{children}</span>
    </label>
  )
}
