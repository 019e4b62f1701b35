import { type ComponentProps, type ReactNode, useId } from 'react'
import { ChevronDown } from '../../icons.ts'
import { useText } from '../../language/index.ts'

interface FieldParts {
  readonly label: string
  readonly help?: ReactNode
  readonly error?: string | undefined
}

const control =
  'h-10 w-full rounded-lg border bg-surface px-3 text-ink shadow-xs placeholder:text-faint focus-visible:outline-offset-0 aria-invalid:border-bad pointer-coarse:h-11 pointer-coarse:text-base'

interface TextFieldProps extends FieldParts, ComponentProps<'input'> {
  /** A button at the end of the field, which it is positioned in. */
  readonly button?: ReactNode
}

/** A labelled input; screen readers announce its help and error with it. */
export function TextField({ label, help, error, button, ...input }: TextFieldProps) {
  const id = useId()
  return (
    <Field error={error} help={help} id={id} label={label} optional={!input.required}>
      <span className="relative block">
        <input {...input} {...describedBy(id, help, error)} className={`${control} border-edge`} id={id} />
        {button}
      </span>
    </Field>
  )
}

/** A labelled select. */
export function SelectField({ label, help, error, ...select }: FieldParts & ComponentProps<'select'>) {
  const id = useId()
  return (
    <Field error={error} help={help} id={id} label={label} optional={false}>
      <Select {...select} {...describedBy(id, help, error)} id={id} />
    </Field>
  )
}

/** A select whose label stands elsewhere. */
export function Select(select: ComponentProps<'select'>) {
  return (
    <span className="relative block min-w-0 flex-1">
      <select {...select} className={`${control} appearance-none text-ellipsis border-edge pe-9`} />
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute top-1/2 end-3 size-4 -translate-y-1/2 text-faint"
      />
    </span>
  )
}

function describedBy(id: string, help: ReactNode, error: string | undefined) {
  const ids = [help && `${id}-help`, error && `${id}-error`].filter(Boolean).join(' ')
  return { 'aria-describedby': ids || undefined, 'aria-invalid': error ? true : undefined } as const
}

interface FieldProps extends FieldParts {
  readonly id: string
  readonly optional: boolean
  readonly children: ReactNode
}

function Field({ id, label, help, error, optional, children }: FieldProps) {
  const t = useText()
  return (
    <div>
      <label className="mb-1.5 block font-medium" htmlFor={id}>
        {label}
        {/* A space: Arabic letters take another shape before others. */}
        {optional && ' '}
        {optional && <span className="ms-0.5 font-normal text-faint">{t('field.optional')}</span>}
      </label>
      {children}
      {error && (
        <p className="mt-1.5 text-[13px] text-bad" id={`${id}-error`}>
          {error}
        </p>
      )}
      {help && (
        <p className="mt-1.5 text-[13px] text-faint" id={`${id}-help`}>
          {help}
        </p>
      )}
    </div>
  )
}
