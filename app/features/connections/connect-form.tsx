import { ArrowUpRight } from 'lucide-react'
import { Form, useNavigation } from 'react-router'
import type { ConnectorField, ConnectorView } from '../../services.ts'
import { Button, Card, Notice, TextField } from '../../ui/index.ts'

interface ConnectFormProps {
  readonly connector: ConnectorView
  /** What the last attempt was refused for. */
  readonly failure: { readonly message: string; readonly fields: Readonly<Record<string, string>> } | undefined
  /** What was typed then; secrets are not given back. */
  readonly values: Readonly<Record<string, string>>
  /** The manual form is open from the start. */
  readonly isManual: boolean
}

/** Two ways to connect: approve in the platform, or type in keys. Fields and texts come from the connector. */
export function ConnectForm({ connector, failure, values, isManual }: ConnectFormProps) {
  const quick = connector.redirectFields
  const heading = `connect-${connector.id}`
  return (
    <Card aria-labelledby={heading} className="p-5 sm:p-6">
      <h3 className="font-semibold text-base" id={heading}>
        Connect {connector.label}
      </h3>
      <p className="mt-1 mb-5 max-w-prose text-soft">{connector.description}</p>
      {failure && !Object.values(failure.fields).includes(failure.message) && (
        <div className="mb-5" role="alert">
          <Notice severity="serious">{failure.message}</Notice>
        </div>
      )}
      {quick && (
        <FieldsForm
          connector={connector}
          failure={isManual ? undefined : failure}
          fields={connector.fields.filter((field) => quick.includes(field.key))}
          intent="begin"
          note={`${connector.label} asks you to approve; you come back here afterwards.`}
          submit="Continue in your store"
          values={values}
        />
      )}
      {quick ? (
        <details className="mt-6 border-line border-t pt-4" open={isManual}>
          <summary className="w-fit rounded font-medium text-soft hover:text-ink">Use keys instead</summary>
          <div className="mt-4">
            <ManualForm connector={connector} failure={isManual ? failure : undefined} values={values} />
          </div>
        </details>
      ) : (
        <ManualForm connector={connector} failure={failure} values={values} />
      )}
    </Card>
  )
}

function ManualForm({ connector, failure, values }: Omit<ConnectFormProps, 'isManual'>) {
  return (
    <FieldsForm
      connector={connector}
      failure={failure}
      fields={connector.fields}
      intent="keys"
      note="The keys are checked now, stored encrypted and never shown again."
      submit="Check and connect"
      values={values}
    />
  )
}

interface FieldsFormProps extends Omit<ConnectFormProps, 'isManual'> {
  readonly intent: 'begin' | 'keys'
  readonly fields: readonly ConnectorField[]
  readonly submit: string
  readonly note: string
}

function FieldsForm({ connector, intent, fields, submit, note, failure, values }: FieldsFormProps) {
  const { formData } = useNavigation()
  const isBusy = formData?.get('intent') === intent && formData.get('connector') === connector.id
  return (
    <Form className="grid max-w-lg gap-4" method="post" preventScrollReset>
      <input name="intent" type="hidden" value={intent} />
      <input name="connector" type="hidden" value={connector.id} />
      {fields.map((field) => (
        <TextField
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
