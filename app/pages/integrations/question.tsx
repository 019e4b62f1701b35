import { Form, useNavigation } from 'react-router'
import { ConnectWays } from '../../blocks/connections/connect-ways.tsx'
import type { CardModel, QuestionModel } from '../../blocks/connections/model.ts'
import type { PageFailure } from '../../blocks/connections/outcomes.ts'
import { Button } from '../../ui/index.ts'
import { AccountsQuestion } from './accounts-question.tsx'
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
