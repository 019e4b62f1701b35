import { Form, Link, useNavigation } from 'react-router'
import { useGoing } from '../../blocks/going/use-going.ts'
import { Badge, Button, buttonClass, Card, CardHeader } from '../../ui/index.ts'
import { ExportForm } from './export-form.tsx'
import { ExportRefusal } from './exports-page.tsx'
import type { ExportFailure, ExportPageModel, ExportWords, RunModel } from './model.ts'

interface ExportPageProps {
  readonly page: ExportPageModel
  readonly failure: ExportFailure | undefined
}

/** One export: what it is, its runs with their files, and what can be done with it. */
export function ExportPage({ page, failure }: ExportPageProps) {
  const { export: of, given, hasSecret, runs, next, words } = page
  const { labels } = words
  const intent = useNavigation().formData?.get('intent')
  useGoing(runs.some(({ isGoing }) => isGoing))
  const other = of.isPaused ? 'on' : 'paused'
  return (
    <div className="mt-3 grid grid-cols-[minmax(0,1fr)] gap-6">
      <ExportRefusal failure={failure} />
      <div className="grid gap-3">
        <p className="break-words text-[13px] text-soft">{of.about}</p>
        {(of.isPaused || of.next !== '') && (
          <p className="text-[13px] text-faint">{of.isPaused ? labels.paused : of.next}</p>
        )}
        <Form className="flex flex-wrap gap-2" method="post" preventScrollReset>
          <Button isBusy={intent === 'run'} kind="primary" name="intent" size="small" value="run">
            {labels.runNow}
          </Button>
          <Button isBusy={intent === other} name="intent" size="small" value={other}>
            {of.isPaused ? labels.resume : labels.pause}
          </Button>
        </Form>
      </div>
      <Card aria-labelledby="runs-heading">
        <CardHeader id="runs-heading" title={labels.runs} />
        {runs.length === 0 ? (
          <p className="px-4 pt-2 pb-4 text-[13px] text-soft sm:px-5">{labels.noRuns}</p>
        ) : (
          <ul aria-live="polite" className="mt-1 divide-y divide-line">
            {runs.map((run) => (
              <li className="px-4 py-3 sm:px-5" key={run.id}>
                <RunRow labels={labels} of={run} />
              </li>
            ))}
          </ul>
        )}
      </Card>
      {next !== null && (
        <p className="text-[13px]">
          <Link className="underline underline-offset-2" to={`?${new URLSearchParams({ cursor: next })}`}>
            {labels.older}
          </Link>
        </p>
      )}
      <Card aria-labelledby="change-heading" className="pb-5">
        <CardHeader id="change-heading" title={labels.change} />
        <ExportForm failure={failure} given={given} hasSecret={hasSecret} intent="change" words={words} />
      </Card>
      <details className="text-[13px]">
        <summary className={`${buttonClass('quiet', 'small')} -ms-2.5 list-none [&::-webkit-details-marker]:hidden`}>
          {labels.remove}
        </summary>
        <Form className="mt-2 grid justify-items-start gap-3 rounded-lg bg-sunken p-4" method="post">
          <p>{labels.removeAdvice}</p>
          <Button isBusy={intent === 'remove'} kind="danger" name="intent" size="small" value="remove">
            {labels.removeYes}
          </Button>
        </Form>
      </details>
    </div>
  )
}

interface RunRowProps {
  readonly of: RunModel
  readonly labels: ExportWords['labels']
}

function RunRow({ of: { state, tone, about, at, note, file }, labels }: RunRowProps) {
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-[13px]">
        <span className="font-medium">{about}</span>
        <Badge tone={tone}>{state}</Badge>
        <span className="text-faint">{at}</span>
        {file !== null && (
          <a className="touch-target underline underline-offset-2" download href={file}>
            {labels.download}
            <span className="sr-only"> {about}</span>
          </a>
        )}
      </p>
      {note !== '' && <p className="mt-0.5 break-words text-[13px] text-soft">{note}</p>}
    </>
  )
}
