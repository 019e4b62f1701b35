import type { ComponentProps, ReactNode } from 'react'
import { Notice } from '../../ui/index.ts'

interface FileFieldProps extends Omit<ComponentProps<'input'>, 'className' | 'type'> {
  readonly id: string
  readonly label: string
  readonly help: ReactNode
  /** Why the file that was sent was refused. */
  readonly failure?: string | undefined
}

/** Chooses a file. */
export function FileField({ id, label, help, failure, 'aria-invalid': isInvalid, ...input }: FileFieldProps) {
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
        required
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
