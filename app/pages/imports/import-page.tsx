import { href, Link } from 'react-router'
import { Badge, buttonClass, Card, Meter, Notice } from '../../ui/index.ts'
import { MappingForm } from './mapping-form.tsx'
import type { ImportModel } from './model.ts'
import { DiscardForm, OutcomeCard } from './outcome-card.tsx'
import { FirstOrders, Months, StartCard } from './preview-cards.tsx'
import { ProblemsCard } from './problems-card.tsx'
import { useGoing } from './use-going.ts'

interface ImportPageProps {
  readonly domain: string
  readonly page: ImportModel
  readonly failure: string | undefined
}

/** One file on its way into the figures, and back. */
export function ImportPage({ domain, page, failure }: ImportPageProps) {
  useGoing(page.isGoing)
  return (
    <main className="mx-auto max-w-5xl px-4 py-6 sm:px-8 sm:py-8" id="content" tabIndex={-1}>
      <p className="mb-1 text-[13px]">
        <Link className="rounded text-soft hover:underline" to={href('/shop/:domain/integrations/imports', { domain })}>
          Orders from files
        </Link>
      </p>
      <div className="mb-6">
        <h1 className="break-words font-semibold text-2xl tracking-tight">{page.fileName}</h1>
        <p className="mt-1.5 flex flex-wrap items-center gap-x-2.5 gap-y-1 text-soft">
          <Badge tone={page.state.tone}>{page.state.label}</Badge>
          {page.format && <span>{page.format}</span>}
          <span className="text-[13px] text-faint">{page.began}</span>
        </p>
      </div>
      <div className="grid grid-cols-1 gap-6">
        {failure && <Notice severity="serious">{failure}</Notice>}
        {page.trouble && <Notice severity="serious">{page.trouble}</Notice>}
        {page.isGoing && <Going page={page} domain={domain} />}
        {page.outcome.length > 0 && <OutcomeCard page={page} />}
        {page.preview && <StartCard page={page} preview={page.preview} />}
        {page.warnings.map((warning) => (
          <Notice key={warning} severity="info">
            {warning}
          </Notice>
        ))}
        <Reading page={page} />
        {page.problems.count > 0 && <ProblemsCard domain={domain} page={page} />}
        {page.canDiscard && !page.preview && <DiscardForm />}
      </div>
    </main>
  )
}

/** How the file is read, and what comes of that. */
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

/** What goes on; keeps itself current with scripts, and leads to a fresh look without. */
function Going({ page, domain }: Pick<ImportPageProps, 'page' | 'domain'>) {
  const { progress, state } = page
  return (
    <Card aria-label={state.label} className="px-4 py-4 sm:px-5">
      <div aria-live="polite" className="mb-2 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="font-semibold">{state.label}</h2>
        <p className="text-[13px] text-faint tabular">{progress.text}</p>
      </div>
      <Meter done={progress.done} label={state.label} total={progress.total} />
      <p className="mt-2 text-[13px] text-soft">You can leave this page; it goes on by itself.</p>
      <noscript>
        <p className="mt-3">
          <a
            className={buttonClass()}
            href={href('/shop/:domain/integrations/imports/:import', { domain, import: page.id })}
          >
            Look again
          </a>
        </p>
      </noscript>
    </Card>
  )
}
