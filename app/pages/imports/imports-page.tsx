import { useState } from 'react'
import { Form, href, Link, useNavigation } from 'react-router'
import { FileField } from '../../blocks/fields/fields.tsx'
import { useGoing } from '../../blocks/going/use-going.ts'
import { FileUp } from '../../icons.ts'
import { Badge, Button, Card, DataTable, EmptyState, Notice } from '../../ui/index.ts'
import type { ImportLine } from './model.ts'

const bytesPerMb = 1024 * 1024

interface ImportsPageProps {
  readonly domain: string
  /** Null: this person may not import. */
  readonly imports: readonly ImportLine[] | null
  readonly largestMb: number
  readonly failure: string | undefined
}

/** Order imports: the upload form, and the earlier imports. */
export function ImportsPage({ domain, imports, largestMb, failure }: ImportsPageProps) {
  useGoing((imports ?? []).some(({ state }) => ['checking', 'running', 'undoing'].includes(state.key)))
  return (
    <main className="mx-auto max-w-5xl px-4 py-6 sm:px-8 sm:py-8" id="content" tabIndex={-1}>
      <p className="mb-1 text-[13px]">
        <Link className="rounded text-soft hover:underline" to={href('/shop/:domain/integrations', { domain })}>
          Integrations
        </Link>
      </p>
      <h1 className="font-semibold text-2xl tracking-tight">Orders from files</h1>
      <p className="mt-1 mb-6 max-w-prose text-pretty text-soft">
        For the time before a connection, for history that a platform no longer gives, and for shops without one. A file
        never replaces what a connected store says itself.
      </p>
      {imports === null ? (
        <Notice severity="info">
          Your role shows figures. An owner or admin of the organisation imports files and undoes imports.
        </Notice>
      ) : (
        <div className="grid grid-cols-1 gap-6">
          <UploadForm failure={failure} largestMb={largestMb} />
          {imports.length === 0 ? (
            <EmptyState icon={FileUp} title="Nothing imported yet">
              Files stand here with what became of them, and can be undone.
            </EmptyState>
          ) : (
            <ImportsTable domain={domain} imports={imports} />
          )}
        </div>
      )}
    </main>
  )
}

function ImportsTable({ domain, imports }: { readonly domain: string; readonly imports: readonly ImportLine[] }) {
  return (
    <Card>
      <h2 className="px-4 py-3 font-semibold text-[15px] sm:px-5">Imports</h2>
      <DataTable
        caption="Imports, the newest first"
        columns={[
          { key: 'state', label: 'State', isText: true },
          { key: 'rows', label: 'Rows' },
          { key: 'left-out', label: 'Left out' },
          { key: 'format', label: 'Format', isText: true },
          { key: 'by', label: 'By', isText: true },
          { key: 'began', label: 'When', isText: true },
        ]}
        labelHeader={{ label: 'File' }}
        rows={imports.map(({ id, fileName, state, rows, leftOut, format, by, began }) => ({
          key: id,
          label: (
            <Link
              className="block truncate rounded underline-offset-3 hover:underline"
              to={href('/shop/:domain/integrations/imports/:import', { domain, import: id })}
            >
              {fileName}
            </Link>
          ),
          cells: [
            <Badge key="state" tone={state.tone}>
              {state.label}
            </Badge>,
            rows,
            leftOut,
            format,
            by,
            <span className="text-soft" key="began">
              {began}
            </span>,
          ],
        }))}
      />
    </Card>
  )
}

interface UploadFormProps {
  readonly failure: string | undefined
  readonly largestMb: number
}

/** Uploads a file. It is imported only after a preview. */
function UploadForm({ failure, largestMb }: UploadFormProps) {
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
