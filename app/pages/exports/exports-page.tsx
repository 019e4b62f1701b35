import { href, Link } from 'react-router'
import { Download } from '../../icons.ts'
import { labelled, useLanguage } from '../../language/index.ts'
import { Badge, Card, CardHeader, EmptyState, Notice } from '../../ui/index.ts'
import { emptyForm } from './empty-form.ts'
import { ExportForm } from './export-form.tsx'
import type { ExportFailure, ExportModel, ExportWords } from './model.ts'

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
  const language = useLanguage()
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
        {[last ? labelled(last.at, last.about, language) : labels.never, next].filter(Boolean).join(' · ')}
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

function AddCard({ failure, words }: Pick<ExportsPageProps, 'failure' | 'words'>) {
  return (
    <Card aria-labelledby="add-heading" className="pb-5">
      <CardHeader id="add-heading" note={words.labels.question} title={words.labels.add} />
      <ExportForm failure={failure} given={emptyForm} intent="add" words={words} />
    </Card>
  )
}
