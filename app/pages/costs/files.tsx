import { Form, href, Link, useNavigation } from 'react-router'
import { FileField } from '../../blocks/fields/fields.tsx'
import { Download } from '../../icons.ts'
import { Sentence, Tagged } from '../../language/index.ts'
import { Button, buttonClass, Card, CardHeader, Notice, SelectField, TextField } from '../../ui/index.ts'
import type { CheckedFileModel, FileOutcome, FilesModel } from './model.ts'
import { useWords } from './words.ts'

const kinds = [
  'goods',
  'fees',
  'shipping',
  'handling',
  'expenses',
  'order-lines',
  'order-shipping',
  'order-fees',
  'disputes',
] as const

interface FilesProps {
  readonly model: FilesModel
  readonly outcome: FileOutcome | undefined
}

/** Costs as files: what stands to download, and files to take in once they were looked at. */
export function FilesScreen({ model, outcome }: FilesProps) {
  const t = useWords()
  const refused = outcome?.kind === 'refused' ? outcome : undefined
  return (
    <div className="mt-6 grid grid-cols-1 gap-6">
      <h1 className="font-semibold text-2xl tracking-tight">{t('tab.files')}</h1>
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
        <Notice severity="info">{t('file.readOnly')}</Notice>
      )}
      <DownloadCard domain={model.domain} />
    </div>
  )
}

function Done({ message, change }: { readonly message: string; readonly change: string | null }) {
  const t = useWords()
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-lg bg-good-wash px-3.5 py-2.5 text-[13px]">
      <output id="outcome" tabIndex={-1}>
        {message}
      </output>
      {change !== null && (
        <Form method="post">
          <input name="change" type="hidden" value={change} />
          <Button aria-label={t('file.undoOf')} name="intent" size="small" type="submit" value="undo">
            {t('changes.undo')}
          </Button>
        </Form>
      )}
    </div>
  )
}

function UploadCard({ model, failure }: { readonly model: FilesModel; readonly failure: string | undefined }) {
  const t = useWords()
  const isBusy = useNavigation().formData?.get('intent') === 'check'
  return (
    <Card aria-labelledby="cost-upload" className="pb-5">
      <CardHeader id="cost-upload" note={t('file.uploadNote')} title={t('file.upload')} />
      <Form className="mt-4 grid gap-4 px-4 sm:px-5" encType="multipart/form-data" method="post">
        <FileField
          accept=".csv,.tsv,.txt,.gz,text/csv"
          failure={failure}
          help={t('file.help', { mb: model.largestMb })}
          id="cost-file"
          label={t('file.label')}
        />
        <SelectField defaultValue="" label={t('file.about')} name="kind">
          <option value="">{t('file.auto')}</option>
          {kinds.map((kind) => (
            <option key={kind} value={kind}>
              {t(`file.kind.${kind}`)}
            </option>
          ))}
        </SelectField>
        <p>
          <Button isBusy={isBusy} name="intent" type="submit" value="check">
            {t('file.preview')}
          </Button>
        </p>
      </Form>
    </Card>
  )
}

/** What was found in a file, with the button that takes it in. */
function CheckCard({ checked }: { readonly checked: CheckedFileModel }) {
  const t = useWords()
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
            <TextField error={undefined} help={t('file.reasonHelp')} label={t('file.reason')} name="reason" required />
          )}
          <p>
            <Button isBusy={isBusy} kind="primary" name="intent" type="submit" value="import">
              {t('file.import')}
            </Button>
          </p>
        </Form>
      )}
    </Card>
  )
}

function Lines({ checked: { lines, more } }: { readonly checked: CheckedFileModel }) {
  const t = useWords()
  if (lines.length === 0) return null
  return (
    <ul aria-label={t('file.lines')} className="mt-3 divide-y divide-line border-line border-y">
      {lines.map(({ key, row, field, value, text, isEnglish }) => (
        <li className="px-4 py-2.5 text-[13px] sm:flex sm:gap-6 sm:px-5" key={key}>
          <p className="min-w-0 break-words sm:w-64 sm:shrink-0">
            <span className="font-medium tabular">{t('file.row', { row })}</span>
            {field !== '' && ` · ${field}`}
            {field !== '' && (
              <span className="block truncate text-soft" title={value}>
                {value === '' ? t('file.empty') : t('file.value', { value })}
              </span>
            )}
          </p>
          <p className="mt-1 min-w-0 text-pretty sm:mt-0">
            <Sentence isEnglish={isEnglish} text={text} />
          </p>
        </li>
      ))}
      {more > 0 && <li className="px-4 py-2.5 text-[13px] text-soft sm:px-5">{t('file.more', { count: more })}</li>}
    </ul>
  )
}

function DownloadCard({ domain }: { readonly domain: string }) {
  const t = useWords()
  const to = (kind: string) => href('/shop/:domain/costs/files/:kind', { domain, kind })
  return (
    <Card aria-labelledby="cost-download">
      <CardHeader id="cost-download" note={t('file.downloadNote')} title={t('file.download')}>
        <a className={buttonClass('secondary', 'small')} download href={to('missing')}>
          <Download aria-hidden className="size-4" /> {t('file.missing')}
        </a>
      </CardHeader>
      <ul className="mt-3 divide-y divide-line border-line border-t">
        {kinds.map((kind) => (
          <li className="flex items-center gap-3 px-4 py-3 sm:px-5" key={kind}>
            <p className="min-w-0 flex-1">
              <span className="font-medium">{t(`file.kind.${kind}`)}</span>
              <span className="block text-[13px] text-soft">{t(`file.note.${kind}`)}</span>
            </p>
            <a className={buttonClass('secondary', 'small')} download href={to(kind)}>
              <Download aria-hidden className="size-4" /> CSV<span className="sr-only">: {t(`file.kind.${kind}`)}</span>
            </a>
          </li>
        ))}
      </ul>
      <p className="px-4 pt-1 pb-4 text-[13px] text-soft sm:px-5">
        <Tagged
          tags={{
            changes: (text) => (
              <Link className="rounded text-accent underline" to={href('/shop/:domain/costs/changes', { domain })}>
                {text}
              </Link>
            ),
          }}
          text={t('file.imported')}
        />
      </p>
    </Card>
  )
}
