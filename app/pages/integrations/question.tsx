import { Form, useNavigation } from 'react-router'
import { ConnectWays } from '../../blocks/connections/connect-ways.tsx'
import type { AdAccountModel, CardModel, QuestionModel } from '../../blocks/connections/model.ts'
import type { PageFailure } from '../../blocks/connections/outcomes.ts'
import { Badge, Button, Notice } from '../../ui/index.ts'
import { DisconnectQuestion } from './disconnect-question.tsx'
import { Cancel, integrationsPath, QuestionPanel } from './question-panel.tsx'

interface QuestionProps {
  readonly card: CardModel
  readonly domain: string
  readonly failure: PageFailure | undefined
  readonly question: QuestionModel
}

/** What is asked before something with consequences is done. The address holds it, so that it works without scripts. */
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
  if (!card.again) return null
  const { connector, values } = card.again
  return (
    <QuestionPanel id={card.id} title={`Reconnect ${card.connectorLabel}`}>
      <p className="mb-4 max-w-prose text-soft">
        {card.kind === 'ads'
          ? `The chosen accounts, their history and all figures stay, and what was missed comes in. Anybody who sees these accounts at ${card.connectorLabel} can sign in${card.account === card.connectorLabel ? '' : `; last it was ${card.account}`}.`
          : `With the same account, ${card.account}: its history and all figures stay, and what was missed comes in. Another store is refused.`}
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
  const isAds = card.kind === 'ads'
  const { formData } = useNavigation()
  const isBusy = formData?.get('connection') === card.id && formData.get('action') === 'reimport'
  return (
    <QuestionPanel id={card.id} title="Import the whole history again?">
      <p className="max-w-prose">
        {isAds
          ? `Every day of the chosen accounts is read once more, newest first: ${facts} so far. Figures stay while that happens; a day is only replaced once it was read to its end, so nothing is lost or counted twice.`
          : `Everything is read from ${card.account} once more, newest first: ${facts} so far. Figures stay while that happens; an order is only replaced by a newer version of itself, so nothing is lost or counted twice. It takes as long as the first import did.`}
      </p>
      <p className="mt-2 max-w-prose text-soft">
        That helps after a permission was added, or when something was changed in the{' '}
        {isAds ? 'platform long after the day' : 'store behind its own back'}.
      </p>
      <Form action={integrationsPath(domain)} className="mt-4 flex flex-wrap gap-2" method="post" preventScrollReset>
        <input name="connection" type="hidden" value={card.id} />
        <Button isBusy={isBusy} kind="primary" name="action" size="small" value="reimport">
          Import everything again
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

/** Which ad accounts belong to the shop: what tells them apart, and why some cannot be read. */
function AccountsQuestion({ card, domain, failure }: AccountsQuestionProps) {
  const { formData } = useNavigation()
  const isBusy = (intent: string) => formData?.get('connection') === card.id && formData.get('intent') === intent
  // Looking again is no answer yet.
  const asking = `${integrationsPath(domain)}?${new URLSearchParams({ ask: 'accounts', connection: card.id })}`
  const isFirst = card.accounts.every(({ chosen }) => !chosen)
  return (
    <QuestionPanel id={card.id} title="Which accounts belong to this shop?">
      <p className="max-w-prose text-soft">
        {isFirst
          ? 'The history of those that you choose is read, newest days first.'
          : 'Of an account that you add, the history is read. One that you take away leaves every figure; choose it again, and it is read anew.'}
      </p>
      {failure?.intent === 'accounts' && (
        <div className="mt-3" role="alert">
          <Notice severity="serious">{failure.message}</Notice>
        </div>
      )}
      <Form action={integrationsPath(domain)} className="mt-4 grid gap-4" method="post" preventScrollReset>
        <input name="connection" type="hidden" value={card.id} />
        <fieldset className="grid gap-2">
          <legend className="sr-only">Accounts</legend>
          {card.accounts.map((account) => (
            <Choice account={account} key={account.id} name={`${card.id}-${account.id}`} />
          ))}
        </fieldset>
        <div className="flex flex-wrap gap-2">
          <Button isBusy={isBusy('accounts')} kind="primary" name="intent" size="small" value="accounts">
            {isFirst ? 'Read these accounts' : 'Save the choice'}
          </Button>
          <Button formAction={asking} isBusy={isBusy('look')} name="intent" size="small" value="look">
            Look for accounts again
          </Button>
          {!isFirst && <Cancel domain={domain} />}
        </div>
      </Form>
    </QuestionPanel>
  )
}

function Choice({ account, name }: { readonly account: AdAccountModel; readonly name: string }) {
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
          {!canChoose && <Badge>Cannot be read</Badge>}
          {canChoose && state && <Badge tone="warn">{state}</Badge>}
        </label>
        <p className="break-words text-soft" id={`${name}-about`}>
          {account.basics}
          {more && <span className={`block ${problem ? 'text-bad' : ''}`}>{more}</span>}
        </p>
      </div>
    </div>
  )
}
