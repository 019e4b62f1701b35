import { useEffect, useState } from 'react'
import { Form, href, useNavigation, useRevalidator } from 'react-router'
import { PageTitle } from '../../frame/basic/index.ts'
import { CircleCheck, Info } from '../../icons.ts'
import { EnglishText } from '../../language/index.ts'
import { Badge, Button, buttonClass, Card, CardHeader, Notice, TextField } from '../../ui/index.ts'
import { type CustomerName, type HeldModel, nameFields, type PrivacyOutcome, type RequestModel } from './model.ts'
import { useWords } from './words.ts'

interface HeldCardProps {
  readonly domain: string
  readonly name: CustomerName
  readonly held: HeldModel
  /** Why the erasure failed. */
  readonly error: string | undefined
}

/** Summary of a customer's data, with export and erasure. */
function HeldCard({ domain, name, held, error }: HeldCardProps) {
  const t = useWords()
  const said = nameFields.flatMap((field) => name[field] ?? [])
  return (
    <Card aria-labelledby="outcome" className="pb-5">
      <CardHeader
        note={<span className="break-all">{said.join(' · ')}</span>}
        title={
          <span id="outcome" tabIndex={-1}>
            {t('held.title')}
          </span>
        }
      />
      <dl className="mt-3 grid gap-x-6 gap-y-4 px-4 sm:grid-cols-3 sm:px-5">
        {held.facts.map(({ name: fact, text, means }) => (
          <div key={fact}>
            <dt className="text-[13px] text-soft">{fact}</dt>
            <dd>
              <span className="font-semibold text-lg tabular tracking-tight">{text}</span>
              <span className="block text-[13px] text-faint">{means}</span>
            </dd>
          </div>
        ))}
      </dl>
      <div className="mt-5 grid justify-items-start gap-3 border-line border-t px-4 pt-4 sm:px-5">
        <form action={href('/shop/:domain/settings/privacy/file', { domain })} method="post">
          <NameInputs name={name} />
          <Button>{t('held.download')}</Button>
        </form>
        <EraseQuestion error={error} held={held} name={name} />
      </div>
    </Card>
  )
}

function EraseQuestion({ name, held, error }: Omit<HeldCardProps, 'domain'>) {
  const t = useWords()
  const isBusy = useNavigation().formData?.get('intent') === 'erase'
  return (
    <details className="w-full max-w-prose" open={error !== undefined}>
      <summary className={`${buttonClass('danger')} list-none [&::-webkit-details-marker]:hidden`}>
        {t('erase.open')}
      </summary>
      <Form className="mt-3 rounded-lg bg-sunken p-4 text-[13px]" method="post" preventScrollReset>
        <NameInputs name={name} />
        <ul className="grid list-disc gap-1.5 ps-4.5 text-pretty text-soft">
          <li>{t('erase.orders', { count: held.orders })}</li>
          <li>{t('erase.figures')}</li>
          <li>{t('erase.later')}</li>
          <li>{t('erase.backups')}</li>
        </ul>
        <label className="mt-3.5 flex items-start gap-2">
          <input
            aria-describedby={error ? 'sure-error' : undefined}
            aria-invalid={error ? true : undefined}
            className="mt-0.5 size-4 shrink-0 accent-(--color-accent)"
            name="sure"
            required
            type="checkbox"
            value="yes"
          />
          <span>{t('erase.sure')}</span>
        </label>
        {error && (
          <p className="mt-1.5 text-bad" id="sure-error" role="alert">
            {error}
          </p>
        )}
        <div className="mt-4 flex flex-wrap items-center gap-x-3 gap-y-2">
          <Button isBusy={isBusy} kind="danger" name="intent" value="erase">
            {t('erase.go')}
          </Button>
          <span className="text-faint">{t('erase.time')}</span>
        </div>
      </Form>
    </details>
  )
}

/** Hidden fields that identify the customer. */
function NameInputs({ name }: { readonly name: CustomerName }) {
  return nameFields.map((field) => <input key={field} name={field} type="hidden" value={name[field] ?? ''} />)
}

const askEveryMs = 2_000

interface PrivacyPageProps {
  readonly domain: string
  readonly requests: readonly RequestModel[]
  readonly outcome: PrivacyOutcome | undefined
}

/** Exports and erases the data about one customer. */
export function PrivacyPage({ domain, requests, outcome }: PrivacyPageProps) {
  const t = useWords()
  useEffect(() => {
    if (outcome !== undefined) document.getElementById('outcome')?.focus()
  }, [outcome])
  return (
    <main className="mx-auto max-w-3xl px-4 py-6 sm:px-8 sm:py-8" id="content" tabIndex={-1}>
      <PageTitle>{t('page.title')}</PageTitle>
      <h1 className="font-semibold text-2xl tracking-tight">{t('page.title')}</h1>
      <p className="mt-1 mb-6 max-w-prose text-pretty text-soft">{t('page.about')}</p>
      <div className="grid grid-cols-1 gap-6">
        {outcome?.kind === 'erased' && (
          <output
            className="flex items-start gap-2.5 rounded-lg bg-good-wash px-3.5 py-2.5 text-[13px]"
            id="outcome"
            tabIndex={-1}
          >
            <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-good" />
            <span>
              {outcome.text} {t('erased.store')}
            </span>
          </output>
        )}
        <RequestsCard domain={domain} requests={requests} />
        <Card aria-labelledby="look-up-heading" className="pb-5">
          <CardHeader id="look-up-heading" note={t('find.note')} title={t('find.title')} />
          <LookUpForm outcome={outcome} />
          {outcome?.kind === 'nobody' && (
            <output
              className="mx-4 mt-5 flex items-start gap-2.5 rounded-lg bg-accent-wash px-3.5 py-2.5 text-[13px] sm:mx-5"
              id="outcome"
              tabIndex={-1}
            >
              <Info aria-hidden className="mt-0.5 size-4 shrink-0 text-accent" />
              {t('find.nobody')}
            </output>
          )}
        </Card>
        {outcome?.kind === 'found' && <HeldCard domain={domain} {...outcome} />}
      </div>
    </main>
  )
}

/** Looks up a customer. A POST, so that no email address ends up in a URL or log. */
function LookUpForm({ outcome }: { readonly outcome: PrivacyOutcome | undefined }) {
  const t = useWords()
  const isBusy = useNavigation().formData?.get('intent') === 'look-up'
  const name = outcome === undefined || outcome.kind === 'erased' ? {} : outcome.name
  return (
    <Form
      className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-4 px-4 sm:grid-cols-2 sm:px-5"
      key={outcome?.kind === 'erased' ? 'erased' : 'asking'}
      method="post"
      preventScrollReset
    >
      {outcome?.kind === 'refused' && (
        <div className="sm:col-span-2" id="outcome" role="alert" tabIndex={-1}>
          <Notice severity="serious">{outcome.message}</Notice>
        </div>
      )}
      <div className="sm:col-span-2">
        <TextField
          autoCapitalize="none"
          autoComplete="off"
          defaultValue={name.email}
          inputMode="email"
          label={t('find.email')}
          maxLength={320}
          name="email"
          spellCheck={false}
        />
      </div>
      <TextField
        autoComplete="off"
        defaultValue={name.phone}
        inputMode="tel"
        label={t('find.phone')}
        maxLength={320}
        name="phone"
      />
      <TextField
        autoCapitalize="none"
        autoComplete="off"
        defaultValue={name.customer}
        label={t('find.customer')}
        maxLength={320}
        name="customer"
        spellCheck={false}
      />
      <Button className="w-fit" isBusy={isBusy} kind="primary" name="intent" value="look-up">
        {t('find.go')}
      </Button>
    </Form>
  )
}

interface RequestsCardProps {
  readonly domain: string
  readonly requests: readonly RequestModel[]
}

/** Privacy requests that platforms forwarded: the open ones, and collapsed the latest closed ones. */
function RequestsCard({ domain, requests }: RequestsCardProps) {
  const t = useWords()
  const open = requests.filter(({ isClosed }) => !isClosed)
  const closed = requests.filter(({ isClosed }) => isClosed)
  return (
    <Card aria-labelledby="requests-heading">
      <CardHeader id="requests-heading" note={t('requests.note')} title={t('requests.title')} />
      {open.length === 0 && <p className="mt-2 px-4 pb-4 text-soft sm:px-5">{t('requests.none')}</p>}
      <RequestList domain={domain} requests={open} />
      {closed.length > 0 && (
        <details className="border-line border-t">
          <summary
            className={`${buttonClass('quiet', 'small')} mx-1.5 my-1.5 list-none sm:mx-2.5 [&::-webkit-details-marker]:hidden`}
          >
            {t('requests.closed', { count: closed.length })}
          </summary>
          <RequestList domain={domain} requests={closed} />
        </details>
      )}
    </Card>
  )
}

function RequestList({ domain, requests }: RequestsCardProps) {
  if (requests.length === 0) return null
  return (
    <ul className="mt-1 divide-y divide-line">
      {requests.map(({ id, who, what, state, times, canAnswer }) => (
        <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2.5 px-4 py-3.5 sm:px-5" key={id}>
          <div className="min-w-0 max-w-prose">
            <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
              <span className="min-w-0 break-words">
                <span className="font-medium">
                  <EnglishText>{who}</EnglishText>
                </span>{' '}
                {what}
              </span>
              <Badge tone={state.tone}>{state.label}</Badge>
            </p>
            <p className="mt-0.5 text-[13px] text-faint">{times}</p>
          </div>
          {canAnswer && <AnswerForm domain={domain} request={id} who={who} />}
        </li>
      ))}
    </ul>
  )
}

interface AnswerFormProps {
  readonly domain: string
  readonly request: string
  readonly who: string
}

/** Downloads the customer's data. A download does not navigate, so the page polls until the request is closed. */
function AnswerForm({ domain, request, who }: AnswerFormProps) {
  const t = useWords()
  const [isAsked, setAsked] = useState(false)
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!isAsked) return
    const timer = setInterval(() => void revalidate(), askEveryMs)
    return () => clearInterval(timer)
  }, [isAsked, revalidate])
  return (
    <form
      action={href('/shop/:domain/settings/privacy/file', { domain })}
      method="post"
      onSubmit={() => setAsked(true)}
    >
      <input name="request" type="hidden" value={request} />
      <Button isBusy={isAsked} size="small">
        {t('held.download')}
        <span className="sr-only"> {t('held.downloadAbout', { who })}</span>
      </Button>
    </form>
  )
}
