import { type ComponentProps, useId } from 'react'

interface LinesFieldProps extends ComponentProps<'textarea'> {
  readonly label: string
  readonly help: string
  readonly error: string | undefined
}

/** A list, an entry a line. */
export function LinesField({ label, help, error, ...area }: LinesFieldProps) {
  const id = useId()
  return (
    <div>
      <label className="mb-1.5 block font-medium" htmlFor={id}>
        {label}
      </label>
      <textarea
        {...area}
        aria-describedby={error ? `${id}-help ${id}-error` : `${id}-help`}
        aria-invalid={error ? true : undefined}
        className="field-sizing-content max-h-80 min-h-24 w-full rounded-lg border border-edge bg-surface px-3 py-2 font-mono text-[13px] text-ink shadow-xs focus-visible:outline-offset-0 aria-invalid:border-bad pointer-coarse:text-base"
        id={id}
        rows={4}
        spellCheck={false}
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
