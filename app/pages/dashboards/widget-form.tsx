import { Form, Link } from 'react-router'
import { Choice } from '../../blocks/fields/choices.tsx'
import { LinesField } from '../../blocks/fields/fields.tsx'
import { useText } from '../../language/index.ts'
import { Button, buttonClass, SelectField, TextField } from '../../ui/index.ts'
import type { BoardFailure, EditFields, Option } from './model.ts'
import type { BoardWords } from './words.server.ts'

interface WidgetFormProps {
  readonly board: { readonly version: number }
  readonly fields: EditFields
  readonly figures: readonly Option[]
  readonly dimensions: readonly Option[]
  readonly failure: BoardFailure | undefined
  readonly words: BoardWords
}

/** The options of a select. */
export function Options({ options }: { readonly options: readonly Option[] }) {
  return options.map(({ value, label }) => (
    <option key={value} value={value}>
      {label}
    </option>
  ))
}

/** The fields of one widget. */
export function WidgetForm(props: WidgetFormProps) {
  const { board, fields, failure, words } = props
  const t = useText()
  const isOwn = failure?.typed['widget'] === fields.id && failure.typed['intent'] === 'save'
  const values = isOwn ? failure.typed : fields.values
  const errors = isOwn ? failure.fields : {}
  return (
    <Form
      className="mt-3 mb-2 grid grid-cols-[minmax(0,1fr)] gap-4 rounded-lg bg-sunken p-4"
      key={isOwn ? 'again' : 'first'}
      method="post"
      preventScrollReset
    >
      <input name="version" type="hidden" value={board.version} />
      <input name="widget" type="hidden" value={fields.id} />
      <input name="intent" type="hidden" value="save" />
      <TextField
        autoComplete="off"
        defaultValue={values['title']}
        error={errors['title']}
        label={words.heading}
        maxLength={60}
        name="title"
      />
      <KindFields {...props} errors={errors} values={values} />
      <div className="flex flex-wrap gap-2">
        <Button kind="primary">{words.save}</Button>
        <Link className={buttonClass('quiet')} preventScrollReset to={{ search: '' }}>
          {t('action.cancel')}
        </Link>
      </div>
    </Form>
  )
}

interface KindFieldsProps extends WidgetFormProps {
  readonly values: Readonly<Record<string, string>>
  readonly errors: Readonly<Record<string, string>>
}

function KindFields(props: KindFieldsProps) {
  const { fields, figures, values, errors, words } = props
  switch (fields.kind) {
    case 'text':
      return (
        <LinesField
          defaultValue={values['text']}
          error={errors['text']}
          help={words.textHelp}
          label={words.text}
          maxLength={2000}
          name="text"
          required
        />
      )
    case 'table':
      return <TableFields {...props} />
    case 'goal':
      return <GoalFields {...props} />
    default:
      return (
        <>
          <SelectField defaultValue={values['metric']} error={errors['metric']} label={words.figure} name="metric">
            <Options options={figures} />
          </SelectField>
          <Choice defaultChecked={values['compare'] === 'on'} name="compare">
            {words.compare}
          </Choice>
        </>
      )
  }
}

function TableFields({ figures, dimensions, values, errors, words }: KindFieldsProps) {
  const further = [{ value: '', label: words.noFurther }, ...figures]
  return (
    <>
      <SelectField defaultValue={values['by']} error={errors['by']} label={words.breakdown} name="by">
        <Options options={dimensions} />
      </SelectField>
      <SelectField defaultValue={values['metric']} error={errors['metric']} label={words.ordersBy} name="metric">
        <Options options={figures.filter(({ value }) => !value.startsWith('own.'))} />
      </SelectField>
      {(['second', 'third'] as const).map((name) => (
        <SelectField defaultValue={values[name]} key={name} label={words.further} name={name}>
          <Options options={further} />
        </SelectField>
      ))}
      <SelectField defaultValue={values['limit']} error={errors['limit']} label={words.rows} name="limit">
        <Options options={['5', '10', '15', '20', '25'].map((value) => ({ value, label: value }))} />
      </SelectField>
    </>
  )
}

function GoalFields({ fields, figures, values, errors, words }: KindFieldsProps) {
  return (
    <>
      <SelectField defaultValue={values['metric']} error={errors['metric']} label={words.figure} name="metric">
        <Options options={figures} />
      </SelectField>
      <TextField
        autoComplete="off"
        defaultValue={values['target']}
        error={errors['target']}
        help={fields.targetHelp}
        inputMode="decimal"
        label={words.target}
        maxLength={20}
        name="target"
      />
      <SelectField defaultValue={values['per']} label={words.per} name="per">
        <Options
          options={[
            { value: 'month', label: words.month },
            { value: 'range', label: words.range },
          ]}
        />
      </SelectField>
    </>
  )
}
