import { ChevronDown } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { useText } from '../../language/index.ts'

interface FieldParts {
  readonly label: string
  readonly help?: ReactNode
  readonly error?: string | undefined
}

const control =
  'h-10 w-full rounded-lg border bg-surface px-3 text-ink shadow-xs placeholder:text-faint focus-visible:outline-offset-0 aria-invalid:border-bad pointer-coarse:h-11 pointer-coarse:text-base'

/** A labelled input whose help and error are read out with it. */
export function TextField({ label, help, error, ...input }: FieldParts & ComponentProps<'input'>) {
  const id = useId()
  return (
    <Field error={error} help={help} id={id} label={label} optional={!input.required}>
      <input {...input} {...describedBy(id, help, error)} className={`${control} border-edge`} id={id} />
    </Field>
  )
}

/** A labelled choice of one. */
export function SelectField({ label, help, error, ...select }: FieldParts & ComponentProps<'select'>) {
  const id = useId()
  return (
    <Field error={error} help={help} id={id} label={label} optional={false}>
      <span className="relative block">
        <select
          {...select}
          {...describedBy(id, help, error)}
          className={`${control} appearance-none border-edge pe-9`}
          id={id}
        />
        <ChevronDown
          aria-hidden
          className="pointer-events-none absolute top-1/2 end-3 size-4 -translate-y-1/2 text-faint"
        />
      </span>
    </Field>
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
        {optional && <span className="ms-1.5 font-normal text-faint">{t('field.optional')}</span>}
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
