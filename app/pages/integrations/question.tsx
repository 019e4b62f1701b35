import { type ReactNode, useEffect, useRef } from 'react'
import { Form, href, Link, useNavigation } from 'react-router'
import { ConnectWays } from '../../blocks/connections/connect-ways.tsx'
import type { AdAccountModel, CardModel, PageFailure, QueryModel } from '../../blocks/connections/model.ts'
import { ServerText, useText } from '../../language/index.ts'
import { Badge, Button, buttonClass, Notice } from '../../ui/index.ts'
import { useWords } from './words.ts'

interface QuestionPanelProps {
  /** Id of the connection. */
  readonly id: string
  readonly title: string
  readonly children: ReactNode
}

/** A confirmation panel; takes the focus when it opens. */
function QuestionPanel({ id, title, children }: QuestionPanelProps) {
  const ref = useRef<HTMLElement>(null)
  const name = `ask-${id}`
  useEffect(() => {
    if (window.location.hash === `#${name}`) ref.current?.focus()
  }, [name])
  return (
    <section
      aria-labelledby={`${name}-title`}
      className="scroll-mt-6 rounded-b-xl border-line border-t bg-canvas/60 px-4 py-5 sm:px-5"
      id={name}
      ref={ref}
      tabIndex={-1}
    >
      <h4 className="mb-1 font-semibold" id={`${name}-title`}>
        {title}
      </h4>
      {children}
    </section>
  )
}

/** Closes the panel. */
function Cancel({ domain }: { readonly domain: string }) {
  const t = useText()
  return (
    <Link className={buttonClass('quiet', 'small')} preventScrollReset to={integrationsPath(domain)}>
      {t('action.cancel')}
    </Link>
  )
}

/** The page without a confirmation. */
function integrationsPath(domain: string): string {
  return href('/shop/:domain/integrations', { domain })
}

interface DisconnectQuestionProps {
  readonly card: CardModel
  readonly domain: string
  readonly failure: PageFailure | undefined
  /** `12,345 orders` */
  readonly facts: string
  readonly hasFacts: boolean
}

/** Explains disconnecting, and asks whether the orders stay in the figures. */
function DisconnectQuestion({ card, domain, failure, facts, hasFacts }: DisconnectQuestionProps) {
  const t = useWords()
  const has = hasFacts ? 'yes' : 'no'
  const { formData } = useNavigation()
  const isBusy = formData?.get('connection') === card.id && formData.get('intent') === 'disconnect'
  const error = failure?.fields.sure
  const isAds = card.kind === 'ads'
  return (
    <QuestionPanel id={card.id} title={t('end.title', { label: card.connectorLabel })}>
      <p className="max-w-prose">
        {t(isAds ? 'end.ads' : 'end.store', { label: card.connectorLabel, account: card.account })}
      </p>
      {failure?.intent === 'disconnect' && !error && (
        <div className="mt-3" role="alert">
          <Notice severity="serious">{failure.message}</Notice>
        </div>
      )}
      <Form className="mt-4 grid max-w-prose gap-3" method="post" preventScrollReset>
        <input name="connection" type="hidden" value={card.id} />
        <fieldset className="grid gap-2">
          <legend className="mb-1.5 font-medium text-[13px]">{t('end.legend')}</legend>
          <Choice id={`${card.id}-keep`} isChosen={error === undefined} label={t('end.keep')} value="keep">
            {t('end.keepText', { has, facts })}
          </Choice>
          <Choice
            id={`${card.id}-delete`}
            isChosen={error !== undefined}
            label={t('end.delete', { has, facts })}
            value="delete"
          >
            {t(isAds ? 'end.deleteAds' : 'end.deleteStore')}
            <Sure error={error} facts={facts} hasFacts={hasFacts} id={`${card.id}-sure`} />
          </Choice>
        </fieldset>
        <div className="flex flex-wrap gap-2">
          <Button isBusy={isBusy} kind="danger" name="intent" size="small" value="disconnect">
            {t('end.go', { label: card.connectorLabel })}
          </Button>
          <Cancel domain={domain} />
        </div>
      </Form>
    </QuestionPanel>
  )
}

interface SureProps {
  readonly id: string
  readonly facts: string
  readonly hasFacts: boolean
  readonly error: string | undefined
}

/** Asks for confirmation of the deletion; without facts there is nothing to confirm. */
function Sure({ id, facts, hasFacts, error }: SureProps) {
  const t = useWords()
  if (!hasFacts) return <input name="sure" type="hidden" value="yes" />
  return (
    <>
      <label className="mt-2 flex items-start gap-2">
        <input
          aria-describedby={error ? id : undefined}
          aria-invalid={error ? true : undefined}
          className="mt-0.5 size-4 accent-(--color-accent)"
          name="sure"
          type="checkbox"
          value="yes"
        />
        <span className="text-ink">{t('end.sure', { facts })}</span>
      </label>
      {error && (
        <span className="mt-1 block text-bad" id={id} role="alert">
          {error}
        </span>
      )}
    </>
  )
}

interface ChoiceProps {
  readonly id: string
  readonly value: 'keep' | 'delete'
  readonly label: string
  readonly isChosen: boolean
  readonly children: ReactNode
}

function Choice({ id, value, label, isChosen, children }: ChoiceProps) {
  return (
    <div className="grid grid-cols-[1.5rem_minmax(0,1fr)] rounded-lg border border-line p-3 text-[13px] has-[input[type=radio]:checked]:border-edge has-[input[type=radio]:checked]:bg-hover">
      <input
        className="mt-0.5 size-4 accent-(--color-accent)"
        defaultChecked={isChosen}
        id={id}
        name="data"
        type="radio"
        value={value}
      />
      <div>
        <label className="font-medium" htmlFor={id}>
          {label}
        </label>
        <div className="text-soft">{children}</div>
      </div>
    </div>
  )
}

interface QuestionProps {
  readonly card: CardModel
  readonly domain: string
  readonly failure: PageFailure | undefined
  readonly question: QueryModel
}

/** The confirmation before an action with consequences. The address holds it, so that it works without scripts. */
export function Question({ question, ...props }: QuestionProps) {
  switch (question.kind) {
    case 'reconnect':
      return <Reconnect key={question.kind} {...props} />
    case 'reimport':
      return <Reimport key={question.kind} {...props} facts={question.facts} />
    case 'accounts':
      return <AccountsQuestion key={question.kind} {...props} />
    case 'disconnect':
      return <DisconnectQuestion key={question.kind} {...props} {...question} />
  }
}

type PartProps = Omit<QuestionProps, 'question'>

function Reconnect({ card, domain, failure }: PartProps) {
  const t = useWords()
  if (!card.again) return null
  const { connector, values } = card.again
  return (
    <QuestionPanel id={card.id} title={t('again.title', { label: card.connectorLabel })}>
      <p className="mb-4 max-w-prose text-soft">
        {card.kind === 'ads'
          ? t('again.ads', { label: card.connectorLabel })
          : t('again.store', { account: card.account })}
      </p>
      <ConnectWays
        action={integrationsPath(domain)}
        connection={card.id}
        connector={connector}
        domain={domain}
        failure={failure}
        values={failure?.values ?? values}
      />
    </QuestionPanel>
  )
}

function Reimport({ card, domain, facts }: PartProps & { readonly facts: string }) {
  const t = useWords()
  const isAds = card.kind === 'ads'
  const { formData } = useNavigation()
  const isBusy = formData?.get('connection') === card.id && formData.get('action') === 'reimport'
  return (
    <QuestionPanel id={card.id} title={t('reimport.title')}>
      <p className="max-w-prose">{t(isAds ? 'reimport.ads' : 'reimport.store', { facts, account: card.account })}</p>
      <p className="mt-2 max-w-prose text-soft">{t('reimport.helps', { label: card.connectorLabel })}</p>
      <Form action={integrationsPath(domain)} className="mt-4 flex flex-wrap gap-2" method="post" preventScrollReset>
        <input name="connection" type="hidden" value={card.id} />
        <Button isBusy={isBusy} kind="primary" name="action" size="small" value="reimport">
          {t('reimport.go')}
        </Button>
        <Cancel domain={domain} />
      </Form>
    </QuestionPanel>
  )
}

interface AccountsQuestionProps {
  readonly card: CardModel
  readonly domain: string
  readonly failure: PageFailure | undefined
}

/** Chooses the shop's ad accounts: details that distinguish them, and why some cannot be read. */
function AccountsQuestion({ card, domain, failure }: AccountsQuestionProps) {
  const t = useWords()
  const { formData } = useNavigation()
  const isBusy = (intent: string) => formData?.get('connection') === card.id && formData.get('intent') === intent
  // Reloading the accounts keeps the panel open.
  const asking = `${integrationsPath(domain)}?${new URLSearchParams({ ask: 'accounts', connection: card.id })}`
  const isFirst = card.accounts.every(({ chosen }) => !chosen)
  return (
    <QuestionPanel id={card.id} title={t('choose.title')}>
      <p className="max-w-prose text-soft">{t(isFirst ? 'choose.first' : 'choose.later')}</p>
      {failure?.intent === 'accounts' && (
        <div className="mt-3" role="alert">
          <Notice severity="serious">{failure.message}</Notice>
        </div>
      )}
      <Form action={integrationsPath(domain)} className="mt-4 grid gap-4" method="post" preventScrollReset>
        <input name="connection" type="hidden" value={card.id} />
        <fieldset className="grid gap-2">
          <legend className="sr-only">{t('choose.legend')}</legend>
          {card.accounts.map((account) => (
            <AccountChoice account={account} key={account.id} name={`${card.id}-${account.id}`} />
          ))}
        </fieldset>
        <div className="flex flex-wrap gap-2">
          <Button isBusy={isBusy('accounts')} kind="primary" name="intent" size="small" value="accounts">
            {t(isFirst ? 'choose.use' : 'choose.save')}
          </Button>
          <Button formAction={asking} isBusy={isBusy('look')} name="intent" size="small" value="look">
            {t('choose.look')}
          </Button>
          {!isFirst && <Cancel domain={domain} />}
        </div>
      </Form>
    </QuestionPanel>
  )
}

function AccountChoice({ account, name }: { readonly account: AdAccountModel; readonly name: string }) {
  const t = useWords()
  const { note, problem, state, canChoose } = account
  const more = problem?.message ?? note
  return (
    <div className="grid grid-cols-[1.5rem_minmax(0,1fr)] rounded-lg border border-line p-3 text-[13px] has-[input:checked]:border-edge has-[input:checked]:bg-hover">
      <input
        aria-describedby={`${name}-about`}
        className="mt-0.5 size-4 accent-(--color-accent)"
        defaultChecked={account.chosen}
        disabled={!canChoose}
        id={name}
        name="account"
        type="checkbox"
        value={account.id}
      />
      <div className="min-w-0">
        <label className="flex flex-wrap items-center gap-x-2 gap-y-1 break-words font-medium" htmlFor={name}>
          {account.name}
          {!canChoose && <Badge>{t('account.closed')}</Badge>}
          {canChoose && state && <Badge tone="warn">{state}</Badge>}
        </label>
        <p className="break-words text-soft" id={`${name}-about`}>
          {account.basics}
          {more && (
            <span className={`block ${problem ? 'text-bad' : ''}`}>
              <ServerText>{more}</ServerText>
            </span>
          )}
        </p>
      </div>
    </div>
  )
}
