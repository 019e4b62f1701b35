import { type ReactNode, useRef } from 'react'
import { Form, useSubmit } from 'react-router'
import { Button, TextField } from '../../ui/index.ts'
import { useBusy } from './use-busy.ts'

interface CodeFormProps {
  readonly intent: string
  readonly label: string
  readonly help?: ReactNode
  readonly error: string | undefined
  readonly submit: string
  /** Sent along. */
  readonly hidden: Readonly<Record<string, string>>
  /** With this many digits the form submits by itself; left out where the length is not known. */
  readonly digits?: number
}

/** One field for a code: pasted, filled in by the phone, or typed. */
export function CodeForm({ intent, label, help, error, submit, hidden, digits }: CodeFormProps) {
  const ref = useRef<HTMLFormElement>(null)
  const send = useSubmit()
  const isBusy = useBusy(intent)
  return (
    <Form className="grid max-w-sm gap-4" method="post" ref={ref}>
      <input name="intent" type="hidden" value={intent} />
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} name={name} type="hidden" value={value} />
      ))}
      <TextField
        autoComplete="one-time-code"
        className="tabular"
        error={error}
        help={help}
        inputMode="numeric"
        label={label}
        maxLength={12}
        name="code"
        onChange={({ target }) => {
          const typed = target.value.replaceAll(/\D/g, '')
          if (digits !== undefined && typed.length === digits && !isBusy) void send(ref.current)
        }}
        pattern="[0-9 ]*"
        required
      />
      <Button className="w-fit" isBusy={isBusy} kind="primary">
        {submit}
      </Button>
    </Form>
  )
}
