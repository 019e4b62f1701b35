import { Form, useNavigation } from 'react-router'
import { FileField } from '../../blocks/fields/file-field.tsx'
import { Button, Card, CardHeader, SelectField } from '../../ui/index.ts'
import type { CurrenciesModel, RatesPreviewModel } from './model.ts'

interface RatesFileProps {
  readonly model: CurrenciesModel
  readonly failure: string | undefined
}

/** Chooses a file of rates; nothing of it is imported before somebody has seen what it would bring. */
export function RatesFileCard({ model, failure }: RatesFileProps) {
  const isBusy = useNavigation().formData?.get('intent') === 'preview'
  return (
    <Card aria-labelledby="rates-file-heading" className="pb-5">
      <CardHeader
        id="rates-file-heading"
        note="For days and currencies that the source does not have. For every shop of this installation."
        title="Import a file"
      />
      <Form className="mt-4 grid gap-5 px-4 sm:px-5" encType="multipart/form-data" method="post">
        <FileField
          accept=".csv,.xml,.gz,text/csv,text/xml"
          failure={failure}
          help={
            <>
              A table “Date,USD,JPY,…” with a line per day, or the XML of the European Central Bank; up to{' '}
              {model.largestMb} MB, plain or gzip.
            </>
          }
          id="rates-file"
          label="File of rates"
        />
        <SelectField defaultValue="EUR" help="What one unit in the file is." label="Rates are against" name="base">
          {model.currencies.map(({ code, label }) => (
            <option key={code} value={code}>
              {label}
            </option>
          ))}
        </SelectField>
        <p>
          <Button isBusy={isBusy} name="intent" type="submit" value="preview">
            Look at the file
          </Button>
        </p>
      </Form>
    </Card>
  )
}

/** What the file would bring, and the button that imports it. */
export function RatesPreviewCard({ preview }: { readonly preview: RatesPreviewModel }) {
  const isBusy = useNavigation().formData?.get('intent') === 'import'
  const { fileName, base, packed, sentences, canImport } = preview
  return (
    <Card aria-labelledby="rates-preview-heading" className="pb-5">
      <CardHeader
        id="rates-preview-heading"
        title={
          <span id="outcome" tabIndex={-1}>
            What {fileName} would bring
          </span>
        }
      />
      <div className="mt-2 grid gap-1 px-4 text-pretty text-soft sm:px-5">
        {sentences.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </div>
      {canImport ? (
        <Form className="mt-4 px-4 sm:px-5" method="post">
          <input name="fileName" type="hidden" value={fileName} />
          <input name="base" type="hidden" value={base} />
          <input name="packed" type="hidden" value={packed} />
          <Button isBusy={isBusy} kind="primary" name="intent" type="submit" value="import">
            Import the rates
          </Button>
        </Form>
      ) : (
        <p className="mt-3 px-4 sm:px-5">All of them are there already: there is nothing to import.</p>
      )}
    </Card>
  )
}
