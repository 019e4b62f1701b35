import { TextField } from '../../ui/index.ts'

interface PhoneFieldProps {
  readonly label: string
  readonly error: string | undefined
  readonly typed: string
}

/** A number with its country. */
export function PhoneField({ label, error, typed }: PhoneFieldProps) {
  return (
    <TextField
      autoComplete="tel"
      defaultValue={typed}
      error={error}
      help="With the code of the country, such as +44 7700 900123."
      inputMode="tel"
      label={label}
      maxLength={30}
      name="phone"
      required
      type="tel"
    />
  )
}
