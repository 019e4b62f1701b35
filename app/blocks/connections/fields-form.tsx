import type { ConnectorView } from '@tillsight/domain'
import { ArrowUpRight } from 'lucide-react'
import { Form, useNavigation } from 'react-router'
import { Button, TextField } from '../../ui/index.ts'

interface FieldsFormProps {
  readonly connector: ConnectorView
  readonly connection: string | undefined
  readonly intent: 'begin' | 'keys'
  readonly fields: ConnectorView['fields']
  readonly submit: string
  readonly note: string
  readonly failure: { readonly fields: Readonly<Record<string, string>> } | undefined
  readonly values: Readonly<Record<string, string>>
  /** Where the form is sent; to the page with its present address when left out. */
  readonly action: string | undefined
}

/** The fields of a connector as a form that connects with what is typed in. */
export function FieldsForm(props: FieldsFormProps) {
  const { connector, connection, intent, fields, submit, note, failure, values, action } = props
  const { formData } = useNavigation()
  const isBusy = formData?.get('intent') === intent && formData.get('connector') === connector.id
  return (
    <Form
      {...(action === undefined ? {} : { action })}
      className="grid max-w-lg gap-4"
      method="post"
      preventScrollReset
    >
      <input name="intent" type="hidden" value={intent} />
      <input name="connector" type="hidden" value={connector.id} />
      {connection !== undefined && <input name="connection" type="hidden" value={connection} />}
      {fields.map((field) => (
        <TextField
          autoCapitalize="none"
          autoComplete="off"
          defaultValue={field.secret ? '' : values[field.key]}
          error={failure?.fields[field.key]}
          help={field.help}
          inputMode={field.type === 'url' ? 'url' : undefined}
          key={field.key}
          label={field.label}
          name={`value.${field.key}`}
          required={field.required}
          spellCheck={false}
          type={field.type === 'password' ? 'password' : 'text'}
        />
      ))}
      {connector.asksToWrite && <WriteAccess />}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button isBusy={isBusy} kind={intent === 'begin' || !connector.redirectFields ? 'primary' : 'secondary'}>
          {submit}
          {intent === 'begin' && <ArrowUpRight aria-hidden className="size-4 rtl:-scale-x-100" />}
        </Button>
        <span className="text-[13px] text-faint">{note}</span>
      </div>
    </Form>
  )
}

/** Instant updates, where they take a key that may write. */
function WriteAccess() {
  return (
    <label className="flex items-start gap-2.5">
      <input
        className="mt-0.5 size-4 accent-(--color-accent)"
        defaultChecked
        name="write"
        type="checkbox"
        value="yes"
      />
      <span>
        Let Tillsight set up webhooks
        <span className="block text-[13px] text-faint">
          New orders then appear within seconds. It needs write access, which is used for nothing else.
        </span>
      </span>
    </label>
  )
}
