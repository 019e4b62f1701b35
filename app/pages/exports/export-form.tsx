import { Form, useNavigation } from 'react-router'
import { Button, SelectField, TextField } from '../../ui/index.ts'
import { DestinationFields } from './destination-fields.tsx'
import type { ExportFailure, ExportWords, FieldName } from './model.ts'

interface ExportFormProps {
  readonly words: ExportWords
  readonly intent: 'add' | 'change'
  /** As it is, or as a new one begins. */
  readonly given: ExportFailure['typed']
  readonly hasSecret?: boolean
  readonly failure: ExportFailure | undefined
}

const formats = { csv: 'CSV', jsonl: 'JSON lines', parquet: 'Parquet' }

/** What an export is: a new one, or one that is there. */
export function ExportForm({ words, intent, failure, hasSecret = false, ...props }: ExportFormProps) {
  const { labels } = words
  const isBusy = useNavigation().formData?.get('intent') === intent
  const given = failure && failure.typed.name !== '' ? failure.typed : props.given
  const errors = failure?.fields ?? {}
  const select = (name: FieldName, label: string, choices: Readonly<Record<string, string>>) => (
    <SelectField defaultValue={given[name]} error={errors[name]} label={label} name={name}>
      {Object.entries(choices).map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </SelectField>
  )
  return (
    <Form
      className="mt-4 grid gap-5 px-4 sm:grid-cols-2 sm:px-5"
      encType="multipart/form-data"
      key={failure ? 'again' : JSON.stringify(props.given)}
      method="post"
      preventScrollReset
    >
      <input name="intent" type="hidden" value={intent} />
      <input name="zone" type="hidden" value={given.zone} />
      <div className="sm:col-span-2">
        <TextField
          autoComplete="off"
          defaultValue={given.name}
          error={errors['name']}
          help={labels.nameHelp}
          label={labels.name}
          maxLength={80}
          name="name"
          required
        />
      </div>
      {intent === 'add' && select('what', labels.what, words.what)}
      {select('format', labels.format, formats)}
      {select('range', labels.range, words.range)}
      {select('every', labels.every, words.every)}
      <TextField
        defaultValue={given.at}
        error={errors['at']}
        help={given.zone === '' ? labels.atHelp : given.zone}
        label={labels.at}
        name="at"
        required
        type="time"
      />
      <DestinationFields errors={errors} given={given} hasSecret={hasSecret} words={words} />
      <Button className="w-fit sm:col-span-2" isBusy={isBusy} kind="primary">
        {labels.save}
      </Button>
    </Form>
  )
}
