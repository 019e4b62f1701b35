import { useId } from 'react'

interface ChoiceFieldProps {
  readonly label: string
  readonly name: string
  readonly value: string
  readonly error: string | undefined
  readonly choices: readonly { readonly value: string; readonly label: string; readonly help: string }[]
}

/** One of a few, each with what it means. */
export function ChoiceField({ label, name, value, error, choices }: ChoiceFieldProps) {
  const id = useId()
  return (
    <fieldset>
      <legend className="mb-1.5 font-medium">{label}</legend>
      <div className="grid gap-2">
        {choices.map((choice) => (
          <label
            className="grid grid-cols-[auto_minmax(0,1fr)] items-start gap-x-2.5 rounded-lg border border-line p-3"
            key={choice.value}
          >
            <input
              aria-describedby={error && `${id}-error`}
              className="mt-0.5 size-4 shrink-0 accent-ink"
              defaultChecked={choice.value === value}
              name={name}
              type="radio"
              value={choice.value}
            />
            <span className="font-medium">{choice.label}</span>
            <span className="col-start-2 text-[13px] text-soft">{choice.help}</span>
          </label>
        ))}
      </div>
      {error && (
        <p className="mt-1.5 text-[13px] text-bad" id={`${id}-error`}>
          {error}
        </p>
      )}
    </fieldset>
  )
}
