import { Form, href, Link, useNavigation } from 'react-router'
import { FileField } from '../../blocks/fields/fields.tsx'
import { Download } from '../../icons.ts'
import { Button, buttonClass, Card, CardHeader, Notice, SelectField, TextField } from '../../ui/index.ts'
import type { CheckedFileModel, FileOutcome, FilesModel } from './model.ts'

const kinds = [
  { kind: 'goods', label: 'Goods', note: 'Costs by variant, product, supplier and category, with days and steps' },
  { kind: 'fees', label: 'Payment fees', note: 'Rules by payment method' },
  { kind: 'shipping', label: 'Shipping', note: 'Rules about what carriers charge' },
  { kind: 'handling', label: 'Handling and returns', note: 'Picking, packing and return labels' },
  { kind: 'expenses', label: 'Expenses per order', note: 'Royalties, fulfilment and the like' },
  { kind: 'order-lines', label: 'Goods of single orders', note: 'What a line really cost, instead of its dated cost' },
  { kind: 'order-shipping', label: 'Shipping of single orders', note: 'What the carrier charged for each parcel' },
  { kind: 'order-fees', label: 'Payment fees of single orders', note: 'What the provider kept, by order' },
  { kind: 'disputes', label: 'Disputes', note: 'Payments that a bank took back, by order' },
] as const

interface FilesProps {
  readonly model: FilesModel
  readonly outcome: FileOutcome | undefined
}

/** Costs as files: what stands to download, and files to take in once they were looked at. */
export function FilesScreen({ model, outcome }: FilesProps) {
  const refused = outcome?.kind === 'refused' ? outcome : undefined
  return (
    <div className="mt-6 grid grid-cols-1 gap-6">
      <h1 className="font-semibold text-2xl tracking-tight">Files</h1>
      {refused && refused.form !== 'file' && (
        <div role="alert" tabIndex={-1}>
          <Notice severity="serious">{refused.message}</Notice>
        </div>
      )}
      {outcome?.kind === 'done' && <Done change={outcome.change} message={outcome.message} />}
      {outcome?.kind === 'checked' && <CheckCard checked={outcome.checked} />}
      {model.mayEnter ? (
        <UploadCard failure={refused?.form === 'file' ? refused.message : undefined} model={model} />
      ) : (
        <Notice severity="info">Your role shows what things cost. An owner or admin takes files in.</Notice>
      )}
      <DownloadCard domain={model.domain} />
    </div>
  )
}

function Done({ message, change }: { readonly message: string; readonly change: string | null }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-lg bg-good-wash px-3.5 py-2.5 text-[13px]">
      <output id="outcome" tabIndex={-1}>
        {message}
      </output>
      {change !== null && (
        <Form method="post">
          <input name="change" type="hidden" value={change} />
          <Button name="intent" size="small" type="submit" value="undo">
            Undo<span className="sr-only"> this file</span>
          </Button>
        </Form>
      )}
    </div>
  )
}

function UploadCard({ model, failure }: { readonly model: FilesModel; readonly failure: string | undefined }) {
  const isBusy = useNavigation().formData?.get('intent') === 'check'
  return (
    <Card aria-labelledby="cost-upload" className="pb-5">
      <CardHeader
        id="cost-upload"
        note="Nothing is stored before you have seen what the file would do. What it does not name stays as it is."
        title="Take in a file"
      />
      <Form className="mt-4 grid gap-4 px-4 sm:px-5" encType="multipart/form-data" method="post">
        <FileField
          accept=".csv,.tsv,.txt,.gz,text/csv"
          failure={failure}
          help={
            <>
              CSV with headings, as the files below have them; plain or gzip, up to {model.largestMb} MB. Goods need
              sku, variant_id or product_id, and cost.
            </>
          }
          id="cost-file"
          label="CSV file"
        />
        <SelectField defaultValue="" label="What it is about" name="kind">
          <option value="">What its columns tell</option>
          {kinds.map(({ kind, label }) => (
            <option key={kind} value={kind}>
              {label}
            </option>
          ))}
        </SelectField>
        <p>
          <Button isBusy={isBusy} name="intent" type="submit" value="check">
            Look at the file
          </Button>
        </p>
      </Form>
    </Card>
  )
}

/** What was found in a file, with the button that takes it in. */
function CheckCard({ checked }: { readonly checked: CheckedFileModel }) {
  const isBusy = useNavigation().formData?.get('intent') === 'import'
  return (
    <Card aria-labelledby="cost-check" className="pb-5">
      <CardHeader
        id="cost-check"
        note={checked.reading}
        title={
          <span id="outcome" tabIndex={-1}>
            {checked.title}
          </span>
        }
      />
      <dl className="mt-4 flex flex-wrap gap-x-8 gap-y-2 px-4 sm:px-5">
        {checked.fates.map(({ label, count }) => (
          <div className="flex flex-col-reverse" key={label}>
            <dt className="text-[13px] text-soft">{label}</dt>
            <dd className="font-medium text-lg tabular">{count}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-3 px-4 text-pretty sm:px-5">{checked.effect}</p>
      <Lines checked={checked} />
      {checked.packed !== '' && (
        <Form className="mt-4 grid gap-3 px-4 sm:px-5" method="post">
          <input name="fileName" type="hidden" value={checked.fileName} />
          <input name="packed" type="hidden" value={checked.packed} />
          <input name="kind" type="hidden" value={checked.kind} />
          <input name="seen" type="hidden" value={checked.seen} />
          {checked.closed && (
            <TextField
              error={undefined}
              help="Closed days change; the reason is kept with the change."
              label="Reason"
              name="reason"
              required
            />
          )}
          <p>
            <Button isBusy={isBusy} kind="primary" name="intent" type="submit" value="import">
              Take the good rows in
            </Button>
          </p>
        </Form>
      )}
    </Card>
  )
}

function Lines({ checked: { lines, more } }: { readonly checked: CheckedFileModel }) {
  if (lines.length === 0) return null
  return (
    <ul aria-label="What is worth knowing of which row" className="mt-3 divide-y divide-line border-line border-y">
      {lines.map(({ key, row, field, value, text }) => (
        <li className="px-4 py-2.5 text-[13px] sm:flex sm:gap-6 sm:px-5" key={key}>
          <p className="min-w-0 break-words sm:w-64 sm:shrink-0">
            <span className="font-medium tabular">Row {row}</span>
            {field !== '' && ` · ${field}`}
            {field !== '' && (
              <span className="block truncate text-soft" title={value}>
                {value === '' ? 'empty' : `“${value}”`}
              </span>
            )}
          </p>
          <p className="mt-1 min-w-0 text-pretty sm:mt-0">{text}</p>
        </li>
      ))}
      {more > 0 && <li className="px-4 py-2.5 text-[13px] text-soft sm:px-5">There are {more} more.</li>}
    </ul>
  )
}

function DownloadCard({ domain }: { readonly domain: string }) {
  const to = (kind: string) => href('/shop/:domain/costs/files/:kind', { domain, kind })
  return (
    <Card aria-labelledby="cost-download">
      <CardHeader
        id="cost-download"
        note="Everything that stands. Changed in a spreadsheet and taken in again, only what differs changes."
        title="Download"
      >
        <a className={buttonClass('secondary', 'small')} download href={to('missing')}>
          <Download aria-hidden className="size-4" /> Goods without a cost
        </a>
      </CardHeader>
      <ul className="mt-3 divide-y divide-line border-line border-t">
        {kinds.map(({ kind, label, note }) => (
          <li className="flex flex-wrap items-center justify-between gap-3 px-4 py-3 sm:px-5" key={kind}>
            <p className="min-w-0">
              <span className="font-medium">{label}</span>
              <span className="block text-[13px] text-soft">{note}</span>
            </p>
            <a className={buttonClass('secondary', 'small')} download href={to(kind)}>
              <Download aria-hidden className="size-4" /> CSV<span className="sr-only"> of {label}</span>
            </a>
          </li>
        ))}
      </ul>
      <p className="px-4 pt-1 pb-4 text-[13px] text-soft sm:px-5">
        Every file that was taken in stands under{' '}
        <Link className="rounded text-accent underline" to={href('/shop/:domain/costs/changes', { domain })}>
          Changes
        </Link>
        , where it can be undone.
      </p>
    </Card>
  )
}
