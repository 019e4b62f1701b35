import { useState } from 'react'
import { Form, href, Link, useNavigation } from 'react-router'
import { FileField } from '../../blocks/fields/fields.tsx'
import { useGoing } from '../../blocks/going/use-going.ts'
import { FileUp } from '../../icons.ts'
import { Badge, Button, Card, DataTable, EmptyState, Notice } from '../../ui/index.ts'
import type { ImportLine } from './model.ts'
import { useWords } from './words.ts'

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
  const t = useWords()
  useGoing((imports ?? []).some(({ state }) => ['checking', 'running', 'undoing'].includes(state.key)))
  return (
    <main className="mx-auto max-w-5xl px-4 py-6 sm:px-8 sm:py-8" id="content" tabIndex={-1}>
      <p className="mb-1 text-[13px]">
        <Link className="rounded text-soft hover:underline" to={href('/shop/:domain/integrations', { domain })}>
          {t('page.back')}
        </Link>
      </p>
      <h1 className="font-semibold text-2xl tracking-tight">{t('page.title')}</h1>
      <p className="mt-1 mb-6 max-w-prose text-pretty text-soft">{t('page.about')}</p>
      {imports === null ? (
        <Notice severity="info">{t('page.closed')}</Notice>
      ) : (
        <div className="grid grid-cols-1 gap-6">
          <UploadForm failure={failure} largestMb={largestMb} />
          {imports.length === 0 ? (
            <EmptyState icon={FileUp} title={t('page.none')}>
              {t('page.noneText')}
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
  const t = useWords()
  return (
    <Card>
      <h2 className="px-4 py-3 font-semibold text-[15px] sm:px-5">{t('list.title')}</h2>
      <DataTable
        caption={t('list.caption')}
        columns={[
          { key: 'state', label: t('list.status'), isText: true },
          { key: 'rows', label: t('list.rows') },
          { key: 'left-out', label: t('list.excluded') },
          { key: 'format', label: t('list.format'), isText: true },
          { key: 'by', label: t('list.by'), isText: true },
          { key: 'began', label: t('list.when'), isText: true },
        ]}
        labelHeader={{ label: t('list.file') }}
        rows={imports.map(({ id, fileName, state, rows, leftOut, format, by, began }) => ({
          key: id,
          label: (
            <Link
              className="block truncate rounded text-match-parent underline-offset-3 hover:underline"
              dir="auto"
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
  const t = useWords()
  const isBusy = useNavigation().formMethod === 'POST'
  const [tooLarge, setTooLarge] = useState(false)
  return (
    <Card aria-labelledby="upload-heading" className="p-4 sm:p-5">
      <h2 className="font-semibold text-[15px]" id="upload-heading">
        {t('upload.title')}
      </h2>
      <p className="mt-0.5 mb-4 max-w-prose text-pretty text-[13px] text-soft">{t('upload.about')}</p>
      <Form className="grid gap-4" encType="multipart/form-data" method="post">
        <FileField
          accept=".csv,.tsv,.txt,.gz,text/csv"
          aria-invalid={tooLarge || failure !== undefined || undefined}
          onChange={({ target }) => setTooLarge((target.files?.[0]?.size ?? 0) > largestMb * bytesPerMb)}
          help={t('upload.help', { mb: largestMb })}
          id="import-file"
          label={t('upload.label')}
        />
        <div aria-live="polite" className="empty:hidden">
          {tooLarge ? (
            <Notice severity="serious">{t('upload.tooLarge', { mb: largestMb })}</Notice>
          ) : (
            failure && <Notice severity="serious">{failure}</Notice>
          )}
        </div>
        <p>
          <Button disabled={tooLarge} isBusy={isBusy} kind="primary" type="submit">
            {t(isBusy ? 'upload.sending' : 'upload.preview')}
          </Button>
        </p>
      </Form>
    </Card>
  )
}
