import { type ComponentProps, type ReactNode, useId } from 'react'

interface ListFieldProps extends ComponentProps<'textarea'> {
  readonly label: string
  readonly help: ReactNode
  readonly error: string | undefined
}

/** Several entries, one a line. */
export function ListField({ label, help, error, ...area }: ListFieldProps) {
  const id = useId()
  return (
    <div>
      <label className="mb-1.5 block font-medium" htmlFor={id}>
        {label}
        <span className="ms-1.5 font-normal text-faint">optional</span>
      </label>
      <textarea
        autoCapitalize="none"
        rows={2}
        spellCheck={false}
        {...area}
        aria-describedby={error ? `${id}-help ${id}-error` : `${id}-help`}
        aria-invalid={error ? true : undefined}
        className="field-sizing-content min-h-10 w-full rounded-lg border border-edge bg-surface px-3 py-2 text-ink shadow-xs placeholder:text-faint focus-visible:outline-offset-0 aria-invalid:border-bad pointer-coarse:text-base"
        id={id}
      />
      {error && (
        <p className="mt-1.5 text-[13px] text-bad" id={`${id}-error`}>
          {error}
        </p>
      )}
      <p className="mt-1.5 text-[13px] text-faint" id={`${id}-help`}>
        {help}
      </p>
    </div>
  )
}

interface CheckFieldProps extends ComponentProps<'input'> {
  readonly label: string
  readonly help: ReactNode
}

/** Yes or no; sends `yes` when it is on. */
export function CheckField({ label, help, ...input }: CheckFieldProps) {
  const id = useId()
  return (
    <div className="flex items-start gap-2.5">
      <input
        {...input}
        aria-describedby={`${id}-help`}
        className="mt-0.5 size-4 shrink-0 accent-(--color-accent)"
        id={id}
        type="checkbox"
        value="yes"
      />
      <div>
        <label className="font-medium" htmlFor={id}>
          {label}
        </label>
        <p className="text-[13px] text-faint" id={`${id}-help`}>
          {help}
        </p>
      </div>
    </div>
  )
}
