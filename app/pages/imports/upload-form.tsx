import { useState } from 'react'
import { Form, useNavigation } from 'react-router'
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
        <div>
          <label className="mb-1.5 block font-medium" htmlFor="import-file">
            CSV file
          </label>
          <input
            accept=".csv,.tsv,.txt,.gz,text/csv"
            aria-describedby="import-file-help"
            aria-invalid={tooLarge || failure !== undefined || undefined}
            className="block w-full rounded-lg border border-edge border-dashed bg-surface p-3 text-[13px] file:me-3 file:rounded-md file:border-0 file:bg-hover file:px-3 file:py-2 file:font-medium file:text-ink aria-invalid:border-bad pointer-coarse:text-base"
            id="import-file"
            name="file"
            onChange={({ target }) => setTooLarge((target.files?.[0]?.size ?? 0) > largestMb * bytesPerMb)}
            required
            type="file"
          />
          <p className="mt-1.5 text-[13px] text-faint" id="import-file-help">
            Up to {largestMb} MB; larger ones packed with gzip (.gz). Commas, semicolons or tabs between the values.
          </p>
        </div>
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
