import { Form, href, Link, useNavigation } from 'react-router'
import { useGoing } from '../../blocks/going/use-going.ts'
import { Download } from '../../icons.ts'
import { Sentence, ServerText } from '../../language/index.ts'
import { Badge, Button, buttonClass, Card, Meter, Notice } from '../../ui/index.ts'
import { MappingForm } from './mapping-form.tsx'
import type { ImportModel } from './model.ts'
import { FirstOrders, Months, StartCard } from './preview-cards.tsx'
import { useWords } from './words.ts'

interface ImportPageProps {
  readonly domain: string
  readonly page: ImportModel
  readonly failure: string | undefined
}

/** The page of an imported file: mapping, preview, import and undo. */
export function ImportPage({ domain, page, failure }: ImportPageProps) {
  const t = useWords()
  useGoing(page.isGoing)
  return (
    <main className="mx-auto max-w-5xl px-4 py-6 sm:px-8 sm:py-8" id="content" tabIndex={-1}>
      <p className="mb-1 text-[13px]">
        <Link className="rounded text-soft hover:underline" to={href('/shop/:domain/integrations/imports', { domain })}>
          {t('page.title')}
        </Link>
      </p>
      <div className="mb-6">
        <h1 className="break-words font-semibold text-2xl text-match-parent tracking-tight" dir="auto">
          {page.fileName}
        </h1>
        <p className="mt-1.5 flex flex-wrap items-center gap-x-2.5 gap-y-1 text-soft">
          <Badge tone={page.state.tone}>{page.state.label}</Badge>
          {page.format && <span>{page.format}</span>}
          <span className="text-[13px] text-faint">{page.began}</span>
        </p>
      </div>
      <div className="grid grid-cols-1 gap-6">
        {failure && <Notice severity="serious">{failure}</Notice>}
        {page.trouble && (
          <Notice severity="serious">
            <ServerText>{page.trouble}</ServerText>
          </Notice>
        )}
        {page.isGoing && <Going page={page} domain={domain} />}
        {page.outcome.length > 0 && <OutcomeCard page={page} />}
        {page.preview && <StartCard page={page} preview={page.preview} />}
        {page.warnings.map((warning) => (
          <Notice key={warning.text} severity="info">
            <Sentence {...warning} />
          </Notice>
        ))}
        <Reading page={page} />
        {page.problems.count > 0 && <ProblemsCard domain={domain} page={page} />}
        {page.canDiscard && !page.preview && <DiscardForm />}
      </div>
    </main>
  )
}

/** How the file is mapped, and the preview that results. */
function Reading({ page: { plan, preview, state, currency } }: Pick<ImportPageProps, 'page'>) {
  const hasOrders = preview?.hasOrders ?? false
  return (
    <>
      {plan && <MappingForm isNeeded={!hasOrders} key={state.key} plan={plan} />}
      {preview && preview.first.length > 0 && <FirstOrders currency={currency} preview={preview} />}
      {preview && preview.months.length > 0 && <Months currency={currency} preview={preview} />}
    </>
  )
}

/** Progress of the import; refreshes itself with scripts, and has a link to reload without. */
function Going({ page, domain }: Pick<ImportPageProps, 'page' | 'domain'>) {
  const { progress, state } = page
  const t = useWords()
  return (
    <Card aria-label={state.label} className="px-4 py-4 sm:px-5">
      <div aria-live="polite" className="mb-2 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="font-semibold">{state.label}</h2>
        <p className="text-[13px] text-faint tabular">{progress.text}</p>
      </div>
      <Meter done={progress.done} label={state.label} total={progress.total} />
      <p className="mt-2 text-[13px] text-soft">{t('progress.leave')}</p>
      <noscript>
        <p className="mt-3">
          <a
            className={buttonClass()}
            href={href('/shop/:domain/integrations/imports/:import', { domain, import: page.id })}
          >
            {t('progress.reload')}
          </a>
        </p>
      </noscript>
    </Card>
  )
}

/** Rejected rows, each with its error and how to fix it. */
function ProblemsCard({ page, domain }: { readonly page: ImportModel; readonly domain: string }) {
  const { problems } = page
  const t = useWords()
  return (
    <Card>
      <header className="flex flex-wrap items-start justify-between gap-3 px-4 py-3 sm:px-5">
        <div className="min-w-0">
          <h2 className="font-semibold text-[15px]">{problems.title}</h2>
          <p className="mt-0.5 max-w-prose text-pretty text-[13px] text-faint">{t('problems.about')}</p>
        </div>
        <a
          className={buttonClass('secondary', 'small')}
          download
          href={href('/shop/:domain/integrations/imports/:import/problems.csv', { domain, import: page.id })}
        >
          <Download aria-hidden className="size-4" /> {t('problems.csv')}
        </a>
      </header>
      <ul aria-label={t('problems.list')} className="divide-y divide-line border-line border-t">
        {problems.shown.map(({ key, row, field, value, text, isEnglish }) => (
          <li className="px-4 py-2.5 text-[13px] sm:flex sm:gap-6 sm:px-5" key={key}>
            <p className="min-w-0 break-words sm:w-72 sm:shrink-0">
              <span className="font-medium tabular">{t('problems.row', { row })}</span> · <bdi>{field}</bdi>
              <span className="block truncate text-soft" title={value}>
                {value === '' ? t('problems.empty') : t('problems.value', { value })}
              </span>
            </p>
            <p className="mt-1 min-w-0 text-pretty sm:mt-0">
              <Sentence isEnglish={isEnglish} text={text} />
            </p>
          </li>
        ))}
      </ul>
      {problems.count > problems.shown.length && (
        <p className="border-line border-t px-4 py-3 text-[13px] text-soft sm:px-5">
          {t('problems.more', { count: problems.count - problems.shown.length })}
        </p>
      )}
    </Card>
  )
}

/** Result of the import, with a button to undo it. */
function OutcomeCard({ page }: { readonly page: ImportModel }) {
  const t = useWords()
  const intent = useNavigation().formData?.get('intent')
  return (
    <Card aria-labelledby="outcome-heading" className="p-4 sm:p-5">
      <h2 className="font-semibold text-[15px]" id="outcome-heading">
        {page.state.label}
      </h2>
      {page.outcome.map((sentence) => (
        <p className="mt-1 max-w-prose text-pretty text-soft" key={sentence}>
          {sentence}
        </p>
      ))}
      <div className="mt-4 flex flex-wrap items-start gap-2 empty:hidden">
        {page.canRetry && (
          <Form method="post">
            <Button isBusy={intent === 'start'} kind="primary" name="intent" type="submit" value="start">
              {t('outcome.retry')}
            </Button>
          </Form>
        )}
        {page.canUndo && (
          <details className="min-w-0 max-w-prose">
            <summary className={`${buttonClass('secondary')} list-none [&::-webkit-details-marker]:hidden`}>
              {t('outcome.undo')}
            </summary>
            <p className="mt-3 mb-3 text-pretty text-[13px] text-soft">{t('outcome.undoAbout')}</p>
            <Form method="post">
              <Button isBusy={intent === 'undo'} kind="danger" name="intent" type="submit" value="undo">
                {t('outcome.undoNow')}
              </Button>
            </Form>
          </details>
        )}
      </div>
    </Card>
  )
}

/** Throws a file away that was not imported. */
function DiscardForm() {
  const t = useWords()
  const isBusy = useNavigation().formData?.get('intent') === 'discard'
  return (
    <Form method="post">
      <Button isBusy={isBusy} kind="quiet" name="intent" type="submit" value="discard">
        {t('outcome.discard')}
      </Button>
    </Form>
  )
}
