import { useId } from 'react'
import { FieldNote } from './field-note.tsx'

interface CodeFieldProps {
  readonly label?: string
  readonly help?: string | undefined
  readonly error?: string | undefined
  /** Sends the form as soon as six digits are there. */
  readonly sendsItself?: boolean
}

const length = 6

/** One field for a six-digit code: numeric keyboard, filled in from messages, pasted with or without spaces. */
export function CodeField({ label = 'Six-digit code', help, error, sendsItself = true }: CodeFieldProps) {
  const id = useId()
  const described = [error && `${id}-error`, help && `${id}-help`].filter(Boolean).join(' ')
  return (
    <div>
      <label className="mb-1.5 block font-medium" htmlFor={id}>
        {label}
      </label>
      <input
        aria-describedby={described || undefined}
        aria-invalid={error ? true : undefined}
        autoComplete="one-time-code"
        className="h-12 w-full rounded-lg border border-edge bg-surface px-3 text-center font-medium text-ink text-xl tabular tracking-[0.35em] shadow-xs focus-visible:outline-offset-0 aria-invalid:border-bad"
        id={id}
        inputMode="numeric"
        maxLength={14}
        name="code"
        onChange={({ currentTarget: input }) => {
          if (sendsItself && input.value.replaceAll(/\D/g, '').length === length) input.form?.requestSubmit()
        }}
        required
        spellCheck={false}
        type="text"
      />
      <FieldNote id={id} kind="error">
        {error}
      </FieldNote>
      <FieldNote id={id} kind="help">
        {help}
      </FieldNote>
    </div>
  )
}
