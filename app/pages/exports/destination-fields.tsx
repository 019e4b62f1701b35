import { useState } from 'react'
import { FileField, LinesField } from '../../blocks/fields/fields.tsx'
import { SelectField, TextField } from '../../ui/index.ts'
import type { ExportFailure, ExportWords, FieldName } from './model.ts'

interface DestinationFieldsProps {
  readonly words: ExportWords
  readonly given: ExportFailure['typed']
  readonly errors: Readonly<Record<string, string>>
  /** Whether what opens the destination is stored; it is never shown. */
  readonly hasSecret: boolean
}

/** Where an export goes, with what each place needs. */
export function DestinationFields(props: DestinationFieldsProps) {
  const { words, given, errors } = props
  const [to, setTo] = useState(given.to)
  return (
    <>
      <SelectField
        error={errors['to']}
        label={words.labels.to}
        name="to"
        onChange={(event) => setTo(event.currentTarget.value)}
        value={to}
      >
        {Object.entries(words.to).map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </SelectField>
      {to === 's3' && <BucketFields {...props} hasSecret={props.hasSecret && given.to === 's3'} />}
      {to === 'sheets' && <SheetFields {...props} hasSecret={props.hasSecret && given.to === 'sheets'} />}
    </>
  )
}

const group = 'grid gap-5 rounded-lg bg-sunken p-4 sm:col-span-2 sm:grid-cols-2'

function BucketFields({ words, given, errors, hasSecret }: DestinationFieldsProps) {
  const { s3 } = words
  const text = (name: Exclude<FieldName, 'pathStyle'>, isRequired = true) => (
    <TextField
      autoComplete="off"
      defaultValue={given[name]}
      dir="ltr"
      error={errors[name]}
      label={s3[name as keyof typeof s3]}
      name={name}
      required={isRequired}
      spellCheck={false}
    />
  )
  return (
    <fieldset aria-label={words.to.s3} className={group}>
      <div className="sm:col-span-2">{text('endpoint')}</div>
      {text('bucket')}
      {text('region')}
      {text('prefix', false)}
      <SelectField defaultValue={given.pathStyle} label={s3.pathStyle} name="pathStyle">
        <option value="yes">{s3.byPath}</option>
        <option value="no">{s3.byHost}</option>
      </SelectField>
      {text('accessKeyId')}
      <TextField
        autoComplete="new-password"
        dir="ltr"
        error={errors['secretAccessKey']}
        help={hasSecret ? words.labels.secretSet : s3.secretHelp}
        label={s3.secretAccessKey}
        name="secretAccessKey"
        required={!hasSecret}
        type="password"
      />
    </fieldset>
  )
}

function SheetFields({ words, given, errors, hasSecret }: DestinationFieldsProps) {
  const { sheets } = words
  return (
    <fieldset aria-label={words.to.sheets} className={group}>
      <div className="sm:col-span-2">
        <TextField
          autoComplete="off"
          defaultValue={given.spreadsheet}
          dir="ltr"
          error={errors['spreadsheet']}
          help={sheets.spreadsheetHelp}
          label={sheets.spreadsheet}
          name="spreadsheet"
          required
        />
      </div>
      <TextField
        autoComplete="off"
        defaultValue={given.sheetRange}
        dir="ltr"
        error={errors['sheetRange']}
        help={sheets.rangeHelp}
        label={sheets.range}
        name="sheetRange"
        required
      />
      <SelectField defaultValue={given.mode} error={errors['mode']} label={sheets.mode} name="mode">
        <option value="replace">{sheets.replace}</option>
        <option value="upsert">{sheets.upsert}</option>
      </SelectField>
      <div className="sm:col-span-2">
        <LinesField
          autoComplete="off"
          dir="ltr"
          error={errors['serviceAccountKey']}
          help={hasSecret ? words.labels.secretSet : sheets.keyHelp}
          label={sheets.key}
          name="serviceAccountKey"
        />
      </div>
      <div className="sm:col-span-2">
        <FileField
          accept="application/json,.json"
          help={sheets.fileHelp}
          id="key-file"
          label={sheets.file}
          required={false}
        />
      </div>
    </fieldset>
  )
}
