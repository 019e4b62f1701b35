import type { CardModel, Fact } from '../../blocks/connections/model.ts'
import type { CheckResult, PageFailure } from '../../blocks/connections/outcomes.ts'
import { Card, Notice, PlatformIcon } from '../../ui/index.ts'
import { AccountList } from './account-list.tsx'
import { Actions, Management } from './connection-actions.tsx'
import { ConnectionDetails } from './connection-details.tsx'
import { Gaps } from './gaps.tsx'
import { Question } from './question.tsx'
import { StatusBadge } from './status-badge.tsx'
import { StreamList } from './stream-list.tsx'

interface ConnectionCardProps {
  readonly card: CardModel
  readonly domain: string
  readonly mayChange: boolean
  /** What a form about this connection was refused for. */
  readonly failure: PageFailure | undefined
  /** What a form about this connection has just done. */
  readonly done: string | undefined
  /** What a check of it has just found. */
  readonly check: CheckResult | undefined
}

/** Forms of a question, which says itself what it was refused for. */
const asked: readonly string[] = ['keys', 'begin', 'disconnect', 'accounts']

/** A connected account: how it is doing at a glance, what is missing, what can be done, and everything else on demand. */
export function ConnectionCard({ card, domain, mayChange, failure, done, check }: ConnectionCardProps) {
  const heading = `connection-${card.id}`
  const question = card.question ?? reopened(failure)
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
          <Standing card={card} />
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
      <AccountList accounts={card.accounts} isAsked={question?.kind === 'accounts'} platform={card.connectorLabel} />
      <div className="border-line border-t px-4 py-4 sm:px-5">
        <StreamList streams={card.streams} />
      </div>
      <Gaps gaps={card.gaps} notes={card.notes} />
      <ConnectionDetails card={card} />
      {mayChange && <Management card={card} />}
      {question && <Question card={card} domain={domain} failure={failure} question={question} />}
    </Card>
  )
}

/** The form that was refused is shown again, with what was typed. */
function reopened(failure: PageFailure | undefined): CardModel['question'] {
  if (failure?.intent === 'accounts') return { kind: 'accounts' }
  return failure?.intent === 'keys' || failure?.intent === 'begin' ? { kind: 'reconnect' } : null
}

/** What is wrong and since when, or what a pause means. */
function Standing({ card }: { readonly card: CardModel }) {
  if (card.status === 'paused') {
    return (
      <Notice severity="info">
        {card.since ? `Paused since ${card.since}.` : 'Paused.'} Nothing is read from the{' '}
        {card.kind === 'ads' ? 'platform' : 'store'}, and its figures here stay as they were. When you resume,
        everything that happened meanwhile is read; nothing is lost.
      </Notice>
    )
  }
  if (!card.message) return null
  if (card.isReading) {
    return <Notice severity="info">It is being read again right now. What was wrong before: {card.message}</Notice>
  }
  return (
    <Notice severity={card.status === 'broken' ? 'serious' : card.status === 'late' ? 'warning' : 'info'}>
      {card.message}
      {card.since && <span className="block text-soft">Since {card.since}. What was imported until then stays.</span>}
    </Notice>
  )
}

function Glance({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl className="mt-4 grid grid-cols-2 gap-x-6 gap-y-3 text-[13px] sm:grid-cols-4">
      {facts.map(({ name, value, title }) => (
        <div key={name}>
          <dt className="text-faint">{name}</dt>
          <dd className="font-medium" title={title}>
            {value}
          </dd>
        </div>
      ))}
    </dl>
  )
}
