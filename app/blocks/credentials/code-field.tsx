import { useId } from 'react'
import { useNavigation } from 'react-router'
import { labelCode } from './code-words.ts'
import { FieldNote } from './field-note.tsx'

interface CodeFieldProps {
  /** With this many digits the form is sent; null where they are not known, or where there is more to fill in. */
  readonly length: number | null
  readonly label?: string | undefined
  readonly help?: string | undefined
  readonly error: string | undefined
}

/** One field for a one-time code: numeric keyboard, filled in from messages, pasted with or without spaces. */
export function CodeField({ length, label = labelCode(length), help, error }: CodeFieldProps) {
  const id = useId()
  const isSending = useNavigation().state === 'submitting'
  const described = [error && `${id}-error`, help && `${id}-help`].filter(Boolean).join(' ')
  return (
    <div>
      <label className="mb-1.5 block break-words font-medium" htmlFor={id}>
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
          const isWhole = input.value.replaceAll(/\D/g, '').length === length
          if (isWhole && !isSending) input.form?.requestSubmit()
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
