import { useState } from 'react'
import { Form, useNavigation } from 'react-router'
import { FileField } from '../../blocks/fields/file-field.tsx'
import { Button, Card, Notice } from '../../ui/index.ts'

interface UploadFormProps {
  readonly failure: string | undefined
  readonly largestMb: number
}

const bytesPerMb = 1024 * 1024

/** Chooses a file and sends it. Nothing is imported before somebody has seen what it would bring. */
export function UploadForm({ failure, largestMb }: UploadFormProps) {
  const isBusy = useNavigation().formMethod === 'POST'
  const [tooLarge, setTooLarge] = useState(false)
  return (
    <Card aria-labelledby="upload-heading" className="p-4 sm:p-5">
      <h2 className="font-semibold text-[15px]" id="upload-heading">
        Import a file
      </h2>
      <p className="mt-0.5 mb-4 max-w-prose text-pretty text-[13px] text-soft">
        An export of Shopify or WooCommerce, or any CSV file with a row per line item. You see what it would bring
        before anything is imported, and can undo it as a whole later.
      </p>
      <Form className="grid gap-4" encType="multipart/form-data" method="post">
        <FileField
          accept=".csv,.tsv,.txt,.gz,text/csv"
          aria-invalid={tooLarge || failure !== undefined || undefined}
          onChange={({ target }) => setTooLarge((target.files?.[0]?.size ?? 0) > largestMb * bytesPerMb)}
          help={
            <>
              Up to {largestMb} MB; larger ones packed with gzip (.gz). Commas, semicolons or tabs between the values.
            </>
          }
          id="import-file"
          label="CSV file"
        />
        <div aria-live="polite" className="empty:hidden">
          {tooLarge ? (
            <Notice severity="serious">
              The file is larger than {largestMb} MB. Pack it with gzip (.gz), or export a shorter time.
            </Notice>
          ) : (
            failure && <Notice severity="serious">{failure}</Notice>
          )}
        </div>
        <p>
          <Button disabled={tooLarge} isBusy={isBusy} kind="primary" type="submit">
            {isBusy ? 'Sending the file' : 'Look at the file'}
          </Button>
        </p>
      </Form>
    </Card>
  )
}
