import { type ComponentProps, type ReactNode, useId } from 'react'

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
