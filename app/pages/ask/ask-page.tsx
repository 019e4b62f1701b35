import 'virtual:words/ask'
import { Form, Link, useNavigation } from 'react-router'
import { inSentence, useLanguage, useText } from '../../language/index.ts'
import { Button, Card, CardHeader, DataTable, Notice, TextField } from '../../ui/index.ts'
import type { AnswerModel, AskModel, FigureModel } from './model.ts'

/** Asks for a figure in one's own words. */
export function AskPage({ model: { question, answer, examples } }: { readonly model: AskModel }) {
  const t = useText()
  const isBusy = useNavigation().location?.search.includes('q=') === true
  return (
    <main className="mx-auto max-w-3xl px-4 py-6 sm:px-8 sm:py-8" id="content" tabIndex={-1}>
      <h1 className="font-semibold text-2xl tracking-tight">{t('ask.title')}</h1>
      <p className="mt-1 mb-5 max-w-prose text-pretty text-soft">{t('ask.about')}</p>
      <search>
        <Form className="flex flex-wrap items-end gap-3" key={question} method="get">
          <div className="min-w-60 flex-1">
            <TextField
              defaultValue={question}
              label={t('ask.question')}
              maxLength={300}
              name="q"
              required
              type="search"
            />
          </div>
          <Button isBusy={isBusy} kind="primary">
            {t('ask.send')}
          </Button>
        </Form>
      </search>
      <div aria-live="polite" className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-6">
        {answer && <Answer of={answer} />}
      </div>
      {answer?.kind !== 'figure' && (
        <section aria-labelledby="examples-heading" className="mt-6">
          <h2 className="font-medium text-sm" id="examples-heading">
            {t('ask.examples')}
          </h2>
          <ul className="mt-2 grid gap-1">
            {examples.map(({ text, to }) => (
              <li key={text}>
                <Link
                  className="touch-target inline-flex min-h-8 items-center rounded underline underline-offset-3"
                  to={to}
                >
                  {text}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
    </main>
  )
}

function Answer({ of }: { readonly of: AnswerModel }) {
  if (of.kind === 'figure') return <FigureAnswer of={of} />
  return <Notice severity={of.kind === 'unknown' ? 'info' : 'warning'}>{of.message}</Notice>
}

function FigureAnswer({ of }: { readonly of: FigureModel }) {
  const t = useText()
  const language = useLanguage()
  const { label, understood, value, change, definition, caveats, freshness, table, to } = of
  return (
    <>
      <Card aria-labelledby="answer-heading" className="px-4 py-4 sm:px-5">
        <h2 className="font-medium text-soft text-sm" id="answer-heading">
          {label}
        </h2>
        <p className="mt-1 font-semibold text-3xl tabular-nums tracking-tight">{value}</p>
        {change && <p className="mt-1 text-[13px] text-soft">{change}</p>}
        <p className="mt-3 text-[13px]">{understood.join(' · ')}</p>
        <p className="mt-1 text-[13px] text-faint">{definition}</p>
        {caveats.map((caveat) => (
          <p className="mt-1 text-[13px] text-soft" key={caveat}>
            {caveat}
          </p>
        ))}
        <p className="mt-3 flex flex-wrap items-center justify-between gap-2 text-[13px]">
          <Link className="touch-target rounded font-medium underline underline-offset-3" to={to}>
            {t('ask.open')}
          </Link>
          {freshness && <span className="text-faint">{freshness}</span>}
        </p>
      </Card>
      {table && table.rows.length > 0 && (
        <Card aria-labelledby="rows-heading">
          <CardHeader
            id="rows-heading"
            title={t('ask.table', { name: label, dimension: inSentence(table.heading, language) })}
          />
          <DataTable
            caption={`${label}, ${understood.join(', ')}`}
            columns={table.columns.map((column, index) => ({ key: `${index}`, label: column }))}
            labelHeader={{ label: table.heading }}
            rows={table.rows.map(({ key, label: name, value: figure, before }) => ({
              key,
              label: name,
              cells: before === undefined ? [figure] : [figure, before],
            }))}
          />
        </Card>
      )}
    </>
  )
}
