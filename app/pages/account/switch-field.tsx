import { type ComponentProps, type ReactNode, useId } from 'react'

interface SwitchFieldProps extends Omit<ComponentProps<'input'>, 'type' | 'role' | 'id'> {
  readonly label: string
  readonly help: ReactNode
}

/** Something that is on or off; sent with the form it stands in. */
export function SwitchField({ label, help, ...input }: SwitchFieldProps) {
  const id = useId()
  return (
    <div className="flex items-start gap-4 py-4">
      <div className="min-w-0 flex-1">
        <label className="font-medium" htmlFor={id}>
          {label}
        </label>
        <p className="mt-0.5 max-w-prose text-[13px] text-soft" id={`${id}-help`}>
          {help}
        </p>
      </div>
      <span className="relative mt-0.5 inline-flex h-6 w-11 shrink-0">
        <input
          {...input}
          aria-describedby={`${id}-help`}
          className="peer size-full cursor-pointer appearance-none rounded-full bg-edge transition-colors duration-150 checked:bg-series-1 disabled:cursor-default disabled:opacity-60"
          id={id}
          // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a checkbox tells its state by itself
          role="switch"
          type="checkbox"
        />
        <span
          aria-hidden
          className="pointer-events-none absolute top-0.5 start-0.5 size-5 rounded-full bg-[white] shadow-xs transition-transform duration-150 peer-checked:translate-x-5 rtl:peer-checked:-translate-x-5"
        />
      </span>
    </div>
  )
}
