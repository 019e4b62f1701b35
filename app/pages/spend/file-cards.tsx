import { Form, href, useNavigation } from 'react-router'
import { FileField } from '../../blocks/fields/fields.tsx'
import { Download } from '../../icons.ts'
import { Sentence } from '../../language/index.ts'
import { Badge, Button, buttonClass, Card, CardHeader, DataTable } from '../../ui/index.ts'
import type { FileModel, PreviewModel, SpendModel } from './model.ts'
import { useWords } from './words.ts'

interface FileFormProps {
  readonly model: SpendModel
  readonly failure: string | undefined
}

/** Chooses a file; it is imported only after a preview. */
export function FileForm({ model, failure }: FileFormProps) {
  const t = useWords()
  const isBusy = useNavigation().formData?.get('intent') === 'preview'
  return (
    <Card aria-labelledby="file-heading" className="pb-5">
      <CardHeader id="file-heading" note={t('file.note')} title={t('file.title')}>
        <a
          className={buttonClass('secondary', 'small')}
          download
          href={href('/shop/:domain/campaigns/spend/template.csv', { domain: model.domain })}
        >
          <Download aria-hidden className="size-4" /> {t('file.template')}
        </a>
      </CardHeader>
      <Form
        className="mt-4 grid gap-4 px-4 sm:px-5"
        encType="multipart/form-data"
        key={model.files.length}
        method="post"
      >
        <FileField
          accept=".csv,.tsv,.txt,.gz,text/csv"
          failure={failure}
          help={t('file.help', { kb: model.largestKb })}
          id="spend-file"
          label={t('file.label')}
        />
        <p>
          <Button isBusy={isBusy} name="intent" type="submit" value="preview">
            {t('file.preview')}
          </Button>
        </p>
      </Form>
    </Card>
  )
}

/** Preview of the file, with the button that imports it. */
export function PreviewCard({ preview }: { readonly preview: PreviewModel }) {
  const t = useWords()
  const isBusy = useNavigation().formData?.get('intent') === 'import'
  const { fileName, summary, first, entries, ignored } = preview
  return (
    <Card aria-labelledby="preview-heading" className="pb-5">
      <CardHeader
        id="preview-heading"
        note={summary}
        title={
          <span id="outcome" tabIndex={-1}>
            {t('preview.title', { file: fileName })}
          </span>
        }
      />
      {ignored.length > 0 && (
        <p className="mt-2 px-4 text-[13px] text-soft sm:px-5">
          {t('preview.ignored', { columns: ignored.join(', ') })}
        </p>
      )}
      {first.length > 0 && (
        <div className="mt-3 border-line border-y">
          <DataTable
            caption={t('preview.caption')}
            columns={[
              { key: 'amount', label: t('column.amount') },
              { key: 'days', label: t('column.days'), isText: true },
              { key: 'about', label: t('field.name'), isText: true },
            ]}
            labelHeader={{ label: t('column.channel') }}
            rows={first.map(({ key, channel, about, days, amount }) => ({
              key,
              label: channel,
              cells: [amount, days, about],
            }))}
          />
        </div>
      )}
      <Problems preview={preview} />
      {entries > 0 ? (
        <Form className="mt-4 px-4 sm:px-5" method="post">
          <input name="fileName" type="hidden" value={fileName} />
          <input name="packed" type="hidden" value={preview.packed} />
          <Button isBusy={isBusy} kind="primary" name="intent" type="submit" value="import">
            {t('preview.import', { count: entries })}
          </Button>
        </Form>
      ) : (
        <p className="mt-4 px-4 text-soft sm:px-5">{t('preview.nothing')}</p>
      )}
    </Card>
  )
}

function Problems({ preview: { problems, problemCount } }: { readonly preview: PreviewModel }) {
  const t = useWords()
  if (problems.length === 0) return null
  return (
    <ul aria-label={t('preview.problems')} className="mt-3 divide-y divide-line border-line border-b">
      {problems.map(({ key, row, field, value, text, isEnglish }) => (
        <li className="px-4 py-2.5 text-[13px] sm:flex sm:gap-6 sm:px-5" key={key}>
          <p className="min-w-0 break-words sm:w-64 sm:shrink-0">
            <span className="font-medium tabular">{t('preview.row', { row })}</span> · {field}
            <span className="block truncate text-soft" title={value}>
              {value === '' ? t('preview.empty') : t('preview.value', { value })}
            </span>
          </p>
          <p className="mt-1 min-w-0 text-pretty sm:mt-0">
            <Sentence isEnglish={isEnglish} text={text} />
          </p>
        </li>
      ))}
      {problemCount > problems.length && (
        <li className="px-4 py-2.5 text-[13px] text-soft sm:px-5">
          {t('preview.more', { count: problemCount - problems.length })}
        </li>
      )}
    </ul>
  )
}

/** Imported files, each with an undo button. */
export function FilesCard({ files }: { readonly files: readonly FileModel[] }) {
  const t = useWords()
  const intent = useNavigation().formData?.get('import')
  if (files.length === 0) return null
  return (
    <Card aria-labelledby="files-heading">
      <div className="pb-3">
        <CardHeader id="files-heading" title={t('files.title')} />
      </div>
      <ul className="divide-y divide-line border-line border-t">
        {files.map(({ id, fileName, facts, state, canUndo }) => (
          <li className="flex flex-wrap items-start justify-between gap-3 px-4 py-3 sm:px-5" key={id}>
            <div className="min-w-0">
              <p className="break-words font-medium">
                {fileName} <Badge tone={state.tone}>{state.label}</Badge>
              </p>
              <p className="text-[13px] text-soft">{facts}</p>
            </div>
            {canUndo && (
              <details className="max-w-prose">
                <summary
                  className={`${buttonClass('secondary', 'small')} list-none [&::-webkit-details-marker]:hidden`}
                >
                  <span aria-hidden>{t('files.undo')}</span>
                  <span className="sr-only">{t('files.undoOf', { file: fileName })}</span>
                </summary>
                <p className="mt-3 mb-3 text-pretty text-[13px] text-soft">{t('files.undoAbout')}</p>
                <Form method="post">
                  <input name="import" type="hidden" value={id} />
                  <Button isBusy={intent === id} kind="danger" name="intent" size="small" type="submit" value="undo">
                    {t('files.undoNow')}
                  </Button>
                </Form>
              </details>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}
