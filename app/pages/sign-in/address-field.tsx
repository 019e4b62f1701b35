import { TextField } from '../../ui/index.ts'

interface AddressFieldProps {
  /** Whether a phone number does as well. */
  readonly allowsPhone: boolean
  readonly label?: string
  readonly help?: string
  readonly value: string | undefined
  readonly error: string | undefined
}

/** What an account is found by. */
export function AddressField({ allowsPhone, label, help, value, error }: AddressFieldProps) {
  return (
    <TextField
      autoCapitalize="none"
      autoComplete="username"
      autoCorrect="off"
      defaultValue={value}
      error={error}
      help={help}
      inputMode="email"
      label={label ?? (allowsPhone ? 'E-mail address or phone number' : 'E-mail address')}
      name="address"
      required
      spellCheck={false}
      type={allowsPhone ? 'text' : 'email'}
    />
  )
}
