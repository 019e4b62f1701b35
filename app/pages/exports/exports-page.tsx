import { Form, href, Link, useNavigation } from 'react-router'
import { Download } from '../../icons.ts'
import { Badge, Button, Card, CardHeader, EmptyState, Notice, SelectField, TextField } from '../../ui/index.ts'
import type { ExportFailure, ExportModel, ExportWords, FieldName } from './model.ts'

interface ExportsPageProps {
  readonly exports: readonly ExportModel[]
  readonly words: ExportWords
  readonly domain: string
  readonly failure: ExportFailure | undefined
}

/** The exports of a shop, and the form for another one. */
export function ExportsPage({ exports, words, domain, failure }: ExportsPageProps) {
  const { labels } = words
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <ExportRefusal failure={failure} />
      <Card aria-labelledby="exports-heading">
        <CardHeader id="exports-heading" title={labels.list} />
        {exports.length === 0 ? (
          <EmptyState icon={Download} title={labels.none}>
            {labels.noneAdvice}
          </EmptyState>
        ) : (
          <ul className="mt-1 divide-y divide-line">
            {exports.map((one) => (
              <li className="px-4 py-3.5 sm:px-5" key={one.id}>
                <ExportRow domain={domain} of={one} words={words} />
              </li>
            ))}
          </ul>
        )}
      </Card>
      <AddCard failure={failure} words={words} />
    </div>
  )
}

interface ExportRowProps {
  readonly of: ExportModel
  readonly words: ExportWords
  readonly domain: string
}

function ExportRow({ of: { id, name, about, isPaused, next, last }, words: { labels }, domain }: ExportRowProps) {
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Link
          className="min-w-0 break-words font-medium underline underline-offset-2"
          to={href('/shop/:domain/settings/exports/:export', { domain, export: id })}
        >
          {name}
        </Link>
        {isPaused && <Badge tone="neutral">{labels.paused}</Badge>}
        {last && <Badge tone={last.tone}>{last.state}</Badge>}
      </p>
      <p className="mt-0.5 break-words text-[13px] text-soft">{about}</p>
      <p className="mt-0.5 text-[13px] text-faint">
        {[last ? `${last.at}: ${last.about}` : labels.never, next].filter(Boolean).join(' · ')}
      </p>
    </>
  )
}

/** Says why a form was rejected, unless its fields do. */
export function ExportRefusal({ failure }: { readonly failure: ExportFailure | undefined }) {
  if (!failure || Object.values(failure.fields).includes(failure.message)) return null
  return (
    <div role="alert">
      <Notice severity="serious">{failure.message}</Notice>
    </div>
  )
}

const untyped: ExportFailure['typed'] = {
  name: '',
  what: 'orders',
  format: 'csv',
  range: 'last_35_days',
  every: 'none',
  at: '06:00',
  to: 'download',
}
const formats = { csv: 'CSV', jsonl: 'JSON lines', parquet: 'Parquet' }

function AddCard({ failure, words }: Pick<ExportsPageProps, 'failure' | 'words'>) {
  const { labels } = words
  // A bucket takes a key and its secret, which programs give.
  const { s3: _s3, ...places } = words.to
  const isBusy = useNavigation().formData?.get('intent') === 'add'
  const given = failure && failure.typed.what !== '' ? failure.typed : untyped
  const select = (name: FieldName, label: string, choices: Readonly<Record<string, string>>) => (
    <SelectField defaultValue={given[name]} error={failure?.fields[name]} label={label} name={name}>
      {Object.entries(choices).map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </SelectField>
  )
  return (
    <Card aria-labelledby="add-heading" className="pb-5">
      <CardHeader id="add-heading" note={labels.question} title={labels.add} />
      <Form
        className="mt-4 grid gap-5 px-4 sm:grid-cols-2 sm:px-5"
        key={failure ? 'again' : 'first'}
        method="post"
        preventScrollReset
      >
        <input name="intent" type="hidden" value="add" />
        <div className="sm:col-span-2">
          <TextField
            autoComplete="off"
            defaultValue={given.name}
            error={failure?.fields['name']}
            help={labels.nameHelp}
            label={labels.name}
            maxLength={80}
            name="name"
            required
          />
        </div>
        {select('what', labels.what, words.what)}
        {select('format', labels.format, formats)}
        {select('range', labels.range, words.range)}
        {select('to', labels.to, places)}
        {select('every', labels.every, words.every)}
        <TextField
          defaultValue={given.at}
          error={failure?.fields['at']}
          help={labels.atHelp}
          label={labels.at}
          name="at"
          required
          type="time"
        />
        <Button className="w-fit" isBusy={isBusy} kind="primary">
          {labels.save}
        </Button>
      </Form>
    </Card>
  )
}
