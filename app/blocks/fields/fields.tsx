import { type ComponentProps, type ReactNode, useId } from 'react'
import { useText } from '../../language/index.ts'
import { Notice } from '../../ui/index.ts'

interface FileFieldProps extends Omit<ComponentProps<'input'>, 'className' | 'type'> {
  readonly id: string
  readonly label: string
  readonly help: ReactNode
  /** Why the uploaded file was rejected. */
  readonly failure?: string | undefined
}

/** A file input with label, help and error. */
export function FileField(props: FileFieldProps) {
  const { id, label, help, failure, 'aria-invalid': isInvalid, required = true, ...input } = props
  return (
    <div>
      <label className="mb-1.5 block font-medium" htmlFor={id}>
        {label}
      </label>
      <input
        {...input}
        aria-describedby={failure ? `${id}-help ${id}-error` : `${id}-help`}
        aria-invalid={isInvalid ?? (failure ? true : undefined)}
        className="block w-full rounded-lg border border-edge border-dashed bg-surface p-3 text-[13px] file:me-3 file:rounded-md file:border-0 file:bg-hover file:px-3 file:py-2 file:font-medium file:text-ink aria-invalid:border-bad pointer-coarse:text-base"
        id={id}
        name="file"
        required={required}
        type="file"
      />
      {failure && (
        <div className="mt-2" id={`${id}-error`} role="alert">
          <Notice severity="serious">{failure}</Notice>
        </div>
      )}
      <p className="mt-1.5 text-[13px] text-faint" id={`${id}-help`}>
        {help}
      </p>
    </div>
  )
}

interface LinesFieldProps extends ComponentProps<'textarea'> {
  readonly label: string
  readonly help: ReactNode
  readonly error: string | undefined
  /** `long`: for many entries, in monospace. */
  readonly size?: 'long' | 'short'
  /** Marks the label as optional. */
  readonly isOptional?: boolean
}

const sizes = {
  long: 'max-h-80 min-h-24 font-mono text-[13px]',
  short: 'min-h-10 placeholder:text-faint',
} as const

/** A list, one entry per line. */
export function LinesField({ label, help, error, size = 'long', isOptional = false, ...area }: LinesFieldProps) {
  const id = useId()
  const t = useText()
  return (
    <div>
      <label className="mb-1.5 block font-medium" htmlFor={id}>
        {label}
        {isOptional && ' '}
        {isOptional && <span className="ms-0.5 font-normal text-faint">{t('field.optional')}</span>}
      </label>
      <textarea
        {...area}
        aria-describedby={error ? `${id}-help ${id}-error` : `${id}-help`}
        aria-invalid={error ? true : undefined}
        className={`field-sizing-content w-full rounded-lg border border-edge bg-surface px-3 py-2 text-ink shadow-xs focus-visible:outline-offset-0 aria-invalid:border-bad pointer-coarse:text-base ${sizes[size]}`}
        id={id}
        rows={size === 'long' ? 4 : 2}
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
