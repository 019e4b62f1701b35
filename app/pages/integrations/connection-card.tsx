import { Form, Link, useNavigation } from 'react-router'
import type { ConnectionStatus } from '../../blocks/connections/connections.ts'
import type {
  AdAccountModel,
  CardModel,
  CheckResult,
  ConnectionModel,
  Fact,
  PageFailure,
  QueryModel,
  StreamModel,
} from '../../blocks/connections/model.ts'
import { type Say, ServerText } from '../../language/index.ts'
import { Badge, Button, buttonClass, Card, Meter, Notice, PlatformIcon } from '../../ui/index.ts'
import { ConnectionDetails, Gaps } from './connection-details.tsx'
import { Question } from './question.tsx'
import { useWords, type WordKey } from './words.ts'

/** Immediate actions on a connected store. */
function Actions({ card }: { readonly card: CardModel }) {
  const t = useWords()
  const { formData } = useNavigation()
  const isOwn = formData?.get('connection') === card.id
  return (
    <Form className="flex flex-wrap gap-2" method="post" preventScrollReset>
      <input name="connection" type="hidden" value={card.id} />
      {card.status !== 'paused' && (
        <Button isBusy={isOwn && formData.get('action') === 'sync'} name="action" size="small" value="sync">
          {t('do.sync')}
        </Button>
      )}
      <Button isBusy={isOwn && formData.get('intent') === 'check'} name="intent" size="small" value="check">
        {t('do.check')}
      </Button>
    </Form>
  )
}

/** Actions that change the connection itself; those with consequences ask for confirmation. */
function Management({ card }: { readonly card: CardModel }) {
  const t = useWords()
  const { formData } = useNavigation()
  const isPaused = card.status === 'paused'
  const toggle = isPaused ? 'resume' : 'pause'
  const isBusy = formData?.get('connection') === card.id && formData.get('action') === toggle
  return (
    <Form
      aria-label={t('do.change', { label: card.connectorLabel })}
      className="flex flex-wrap gap-1 border-line border-t px-2 py-2 sm:px-3"
      method="post"
      preventScrollReset
    >
      <input name="connection" type="hidden" value={card.id} />
      <Button isBusy={isBusy} kind={isPaused ? 'primary' : 'quiet'} name="action" size="small" value={toggle}>
        {t(`do.${toggle}`)}
      </Button>
      {card.accounts.length > 0 && <Ask card={card} kind="accounts" label={t('do.accounts')} />}
      {card.again && <Ask card={card} kind="reconnect" label={t('do.reconnect')} />}
      {!isPaused && card.status !== 'importing' && <Ask card={card} kind="reimport" label={t('do.reimport')} />}
      <Ask card={card} kind="disconnect" label={t('do.disconnect')} />
    </Form>
  )
}

interface AskProps {
  readonly card: CardModel
  readonly kind: QueryModel['kind']
  readonly label: string
}

function Ask({ card: { id, question }, kind, label }: AskProps) {
  const isOpen = question?.kind === kind
  return (
    <Link
      aria-current={isOpen || undefined}
      className={`${buttonClass('quiet', 'small')} ${isOpen ? 'bg-hover text-ink' : ''}`}
      preventScrollReset
      to={{ search: `?${new URLSearchParams({ ask: kind, connection: id })}`, hash: `#ask-${id}` }}
    >
      {label}
    </Link>
  )
}

const tones = {
  importing: 'accent',
  healthy: 'good',
  late: 'warn',
  broken: 'bad',
  paused: 'neutral',
} as const satisfies Record<ConnectionStatus, unknown>

interface ConnectionCardProps {
  readonly card: CardModel
  readonly domain: string
  readonly mayChange: boolean
  /** Why a form about this connection was rejected. */
  readonly failure: PageFailure | undefined
  /** Confirmation of a form about this connection. */
  readonly done: string | undefined
  /** Result of a check of this connection. */
  readonly check: CheckResult | undefined
}

/** Forms of a confirmation panel, which shows its own errors. */
const asked: readonly string[] = ['keys', 'begin', 'disconnect', 'accounts']

/** A connected account: its status at a glance, what is missing, available actions, and everything else on demand. */
export function ConnectionCard({ card, domain, mayChange, failure, done, check }: ConnectionCardProps) {
  const heading = `connection-${card.id}`
  const query = card.question ?? reopened(failure)
  return (
    <Card aria-labelledby={heading} className="scroll-mt-6" id={`c-${card.id}`}>
      <div className="p-4 sm:p-5">
        <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
          <div className="min-w-0">
            <h3 className="flex flex-wrap items-center gap-2 font-semibold text-[15px]" id={heading}>
              <PlatformIcon className="size-5" label={card.connectorLabel} name={card.connector} />
              {card.connectorLabel} <StatusBadge isReading={card.isReading} status={card.status} />
            </h3>
            <p className="break-words text-soft">{card.account}</p>
          </div>
          {mayChange && <Actions card={card} />}
        </header>
        <div className="mt-4 grid gap-3 empty:hidden">
          <Status card={card} />
          {done && (
            <output className="block">
              <Notice severity="info">{done}</Notice>
            </output>
          )}
          {check && (
            <output className="block">
              <Notice severity={check.isWell ? 'info' : 'serious'}>{check.message}</Notice>
            </output>
          )}
          {failure && !asked.includes(failure.intent) && (
            <div role="alert">
              <Notice severity="serious">{failure.message}</Notice>
            </div>
          )}
        </div>
        <Glance facts={card.glance} />
      </div>
      <AccountList accounts={card.accounts} isAsked={query?.kind === 'accounts'} platform={card.connectorLabel} />
      <div className="border-line border-t px-4 py-4 sm:px-5">
        <StreamList streams={card.streams} />
      </div>
      <Gaps gaps={card.gaps} notes={card.notes} />
      <ConnectionDetails card={card} />
      {mayChange && <Management card={card} />}
      {query && <Question card={card} domain={domain} failure={failure} question={query} />}
    </Card>
  )
}

/** The confirmation whose form was rejected, with the values entered. */
function reopened(failure: PageFailure | undefined): CardModel['question'] {
  if (failure?.intent === 'accounts') return { kind: 'accounts' }
  return failure?.intent === 'keys' || failure?.intent === 'begin' ? { kind: 'reconnect' } : null
}

/** The problem and its start, or what a pause means. */
function Status({ card }: { readonly card: CardModel }) {
  const t = useWords()
  if (card.status === 'paused') {
    return <Notice severity="info">{t('state.pausedSince', { time: card.since ?? '–' })}</Notice>
  }
  if (!card.message) return null
  if (card.isReading) {
    return <Notice severity="info">{t('state.reading', { message: card.message })}</Notice>
  }
  return (
    <Notice severity={card.status === 'broken' ? 'serious' : card.status === 'late' ? 'warning' : 'info'}>
      <ServerText>{card.message}</ServerText>
      {card.since && <span className="block text-soft">{t('state.since', { time: card.since })}</span>}
    </Notice>
  )
}

function Glance({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl className="mt-4 grid grid-cols-2 gap-x-6 gap-y-3 text-[13px] sm:grid-cols-4">
      {facts.map(({ name, value, title }) => (
        <div className="content-end" key={name}>
          <dt className="text-faint">{name}</dt>
          <dd className="font-medium" title={title}>
            {value}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Status of a connection in a word. A failed sync that is being retried right now counts as neither late nor waiting. */
function StatusBadge({ status, isReading }: Pick<ConnectionModel, 'status' | 'isReading'>) {
  const t = useWords()
  const isTried = isReading && (status === 'late' || status === 'broken')
  return isTried ? (
    <Badge tone="accent">{t('status.reading')}</Badge>
  ) : (
    <Badge tone={tones[status]}>{t(`status.${status}`)}</Badge>
  )
}

interface AccountListProps {
  /** The platform of these accounts, to tell several lists apart. */
  readonly platform: string
  readonly accounts: readonly AdAccountModel[]
  /** The form that chooses accounts is open and lists them all. */
  readonly isAsked: boolean
}

/** The ad accounts that are read, and any problem with them. */
function AccountList({ platform, accounts, isAsked }: AccountListProps) {
  const t = useWords()
  const chosen = accounts.filter((account) => account.chosen)
  if (isAsked || chosen.length === 0) return null
  return (
    <section aria-label={t('account.at', { platform })} className="border-line border-t px-4 py-4 sm:px-5">
      <h4 className="font-medium text-[13px]">{t('account.title', { count: chosen.length })}</h4>
      <ul className="mt-2 grid gap-2.5 text-[13px]">
        {chosen.map((account) => (
          <li className="min-w-0" key={account.id}>
            <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
              <span className="break-words font-medium">{account.name}</span>
              {account.problem && <Badge tone="bad">{t('account.notRead')}</Badge>}
              {!account.problem && account.state && <Badge tone="warn">{account.state}</Badge>}
            </p>
            <p className="break-words text-faint">{account.basics}</p>
            {account.problem ? (
              <p className="mt-0.5 max-w-prose text-bad">
                <ServerText>{account.problem.message}</ServerText>{' '}
                <span className="text-soft">{t('account.since', { time: account.problem.since })}</span>
              </p>
            ) : (
              account.note && <p className="mt-0.5 max-w-prose text-soft">{account.note}</p>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Streams of an account with their import progress. */
function StreamList({ streams }: { readonly streams: readonly StreamModel[] }) {
  const t = useWords()
  return (
    <ul className="grid gap-2.5">
      {streams.map((stream) => (
        <li className="text-[13px]" key={stream.id}>
          <div className="flex flex-wrap justify-between gap-x-4">
            <span className="font-medium">{stream.label}</span>
            <span className="text-soft tabular">{stateOf(stream, t)}</span>
          </div>
          {stream.state === 'importing' && (
            <div className="mt-1.5">
              <Meter done={stream.done} label={t('stream.imported', { name: stream.label })} total={stream.total} />
            </div>
          )}
          {stream.error && (
            <p className={`mt-1 ${stream.state === 'failed' ? 'text-bad' : 'text-soft'}`}>
              <ServerText>{stream.error}</ServerText>
            </p>
          )}
        </li>
      ))}
    </ul>
  )
}

/** Ad streams are counted in days. */
function amountOf({ id, amount }: StreamModel, t: Say<WordKey>): string {
  return id === 'ad_days' ? t('stream.days', { amount }) : amount
}

function stateOf(stream: StreamModel, t: Say<WordKey>): string {
  const amount = amountOf(stream, t)
  switch (stream.state) {
    case 'waiting':
      return t('stream.waiting')
    case 'importing':
      // Some platforms prepare a history before the first record of it arrives.
      return stream.done === 0 ? t('stream.preparing', { amount }) : [amount, stream.left].filter(Boolean).join(' · ')
    case 'complete':
      if (stream.done === 0 && stream.total === 0) return t('stream.none')
      return stream.completeSince ? t('stream.complete', { amount, day: stream.completeSince }) : amount
    case 'retrying':
      return stream.triedAgain === null ? amount : t('stream.again', { amount, time: stream.triedAgain })
    case 'failed':
      return t('stream.failed')
  }
}
