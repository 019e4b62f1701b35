import { useEffect, useState } from 'react'
import { useRevalidator } from 'react-router'
import { PageTitle } from '../../frame/basic/index.ts'
import { CircleCheck } from '../../icons.ts'
import { Card, Meter, Notice } from '../../ui/index.ts'
import { type JobModel, type SettingsFailure, type SettingsForm, type SettingsModel, settingsForms } from './model.ts'
import { LeaveGuard } from './settings-card.tsx'
import { OrdersForm, PreferenceForm, ShopForm } from './settings-forms.tsx'
import { useWords } from './words.ts'

const askEveryMs = 2_000

/** Recalculations after a change of settings; refreshes itself while they run and the page is visible. */
function JobsCard({ jobs }: { readonly jobs: readonly JobModel[] }) {
  const t = useWords()
  const going = jobs.filter(({ state }) => state !== 'failed')
  const hasEnded = useLive(going.length > 0) && going.length === 0
  return (
    <div aria-live="polite" className="grid gap-3 empty:hidden">
      {jobs.map((job) =>
        job.state === 'failed' ? (
          <Notice key={job.id} severity="serious">
            {job.text}
          </Notice>
        ) : (
          <Card aria-label={job.label} className="px-5 py-4" key={job.id}>
            <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-4">
              <h2 className="font-semibold">{job.label}</h2>
              <p className="text-[13px] text-faint tabular">{job.text}</p>
            </div>
            <Meter done={job.done} label={job.label} total={job.total} />
            <p className="mt-2 text-[13px] text-soft">{t('job.leave')}</p>
          </Card>
        ),
      )}
      {hasEnded && jobs.length === 0 && (
        <p className="flex items-start gap-2.5 rounded-lg bg-good-wash px-3.5 py-2.5 text-[13px]">
          <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-good" />
          {t('job.done')}
        </p>
      )}
    </div>
  )
}

/** Polls while a job is running; returns whether one has run since the page was opened. */
function useLive(isGoing: boolean): boolean {
  const { revalidate } = useRevalidator()
  const [wasGoing, setWasGoing] = useState(isGoing)
  if (isGoing && !wasGoing) setWasGoing(true)
  useEffect(() => {
    if (!isGoing) return
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void revalidate()
    }, askEveryMs)
    return () => clearInterval(timer)
  }, [isGoing, revalidate])
  return wasGoing
}

interface SettingsPageProps {
  readonly model: SettingsModel
  readonly failure: SettingsFailure | undefined
  /** The form that has just been saved, from the address. */
  readonly saved: string | null
}

const savedTexts = { shop: 'saved.shop', orders: 'saved.orders', preferences: 'saved.preferences' } as const
const titles = { shop: 'shop.title', orders: 'orders.title', preferences: 'own.title' } as const

/** The forms of the page: together they are longer than a screen. */
function PageIndex() {
  const t = useWords()
  return (
    <nav aria-label={t('page.index')}>
      <ul className="flex flex-wrap gap-x-4 gap-y-1 text-[13px]">
        {settingsForms.map((form) => (
          <li key={form}>
            <a className="touch-target underline underline-offset-2" href={`#${form}`}>
              {t(titles[form])}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The shop's settings, and the person's preference. */
export function SettingsPage({ model, failure, saved }: SettingsPageProps) {
  useEffect(() => {
    const place = failure && document.querySelector('main [aria-invalid="true"], main [role="alert"]')
    if (!(place instanceof HTMLElement)) return
    place.scrollIntoView({ block: 'center' })
    place.focus()
  }, [failure])
  const t = useWords()
  const form = settingsForms.find((known) => known === saved)
  const failureOf = (form: SettingsForm) => (failure?.form === form ? failure : undefined)
  return (
    <main className="mx-auto max-w-3xl px-4 py-6 sm:px-8 sm:py-8" id="content" tabIndex={-1}>
      <PageTitle>{t('nav.title')}</PageTitle>
      <h1 className="font-semibold text-2xl tracking-tight">{t('nav.title')}</h1>
      <p className="mt-1 mb-6 text-soft">{t('page.about', { shop: model.shop.name })}</p>
      <div className="grid gap-6">
        <PageIndex />
        <output className="block empty:hidden in-[main:has([role=alert]:not(:empty),[aria-invalid=true])]:hidden">
          {form && (
            <span className="flex items-start gap-2.5 rounded-lg bg-good-wash px-3.5 py-2.5 text-[13px]">
              <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-good" />
              {t(savedTexts[form])}
            </span>
          )}
        </output>
        {failure && failure.form === undefined && <Notice severity="serious">{failure.message}</Notice>}
        <JobsCard jobs={model.jobs} />
        {!model.mayChange && <Notice severity="info">{t('page.readOnly')}</Notice>}
        <ShopForm failure={failureOf('shop')} model={model} />
        <OrdersForm failure={failureOf('orders')} model={model} />
        <PreferenceForm failure={failureOf('preferences')} model={model} />
      </div>
      <LeaveGuard />
    </main>
  )
}
