import type { ReactNode } from 'react'
import { Form, useNavigation } from 'react-router'
import type { CardModel } from '../../blocks/connections/model.ts'
import type { PageFailure } from '../../blocks/connections/outcomes.ts'
import { Button, Notice } from '../../ui/index.ts'
import { Cancel, QuestionPanel } from './question-panel.tsx'

interface DisconnectQuestionProps {
  readonly card: CardModel
  readonly domain: string
  readonly failure: PageFailure | undefined
  /** `12,345 orders` */
  readonly facts: string
  readonly hasFacts: boolean
}

/** What ending a connection means, and whether its orders stay in the figures. */
export function DisconnectQuestion({ card, domain, failure, facts, hasFacts }: DisconnectQuestionProps) {
  const { formData } = useNavigation()
  const isBusy = formData?.get('connection') === card.id && formData.get('intent') === 'disconnect'
  const error = failure?.fields.sure
  const isAds = card.kind === 'ads'
  return (
    <QuestionPanel id={card.id} title={`Disconnect ${card.connectorLabel}?`}>
      <p className="max-w-prose">
        {isAds
          ? `Nothing is read from ${card.connectorLabel} any more. The access is given back, and which accounts were chosen is forgotten.`
          : `Nothing is read from ${card.account} any more. Its keys are deleted here, and what Tillsight set up in the store for instant updates is removed.`}
      </p>
      {failure?.intent === 'disconnect' && !error && (
        <div className="mt-3" role="alert">
          <Notice severity="serious">{failure.message}</Notice>
        </div>
      )}
      <Form className="mt-4 grid max-w-prose gap-3" method="post" preventScrollReset>
        <input name="connection" type="hidden" value={card.id} />
        <fieldset className="grid gap-2">
          <legend className="mb-1.5 font-medium text-[13px]">What becomes of the figures?</legend>
          <Choice id={`${card.id}-keep`} isChosen={error === undefined} label="Keep them" value="keep">
            {hasFacts ? `All ${facts} stay in every figure.` : 'Nothing came from it so far.'} Connecting the same{' '}
            {isAds ? 'accounts' : 'store'} again goes on from there.
          </Choice>
          <Choice
            id={`${card.id}-delete`}
            isChosen={error !== undefined}
            label={hasFacts ? `Delete them: ${facts} leave the figures` : 'Delete what came from it'}
            value="delete"
          >
            {isAds
              ? 'What these accounts spent and claimed is taken out of every figure of every day. Connecting them again brings back what the platform still keeps, as a rule two or three years.'
              : 'Orders, refunds, products and customers of this store are taken out of every figure of every day. Only importing the store again brings them back.'}
            <Sure error={error} facts={facts} hasFacts={hasFacts} id={`${card.id}-sure`} />
          </Choice>
        </fieldset>
        <div className="flex flex-wrap gap-2">
          <Button isBusy={isBusy} kind="danger" name="intent" size="small" value="disconnect">
            Disconnect {card.connectorLabel}
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

/** Without any there is nothing to be sure of. */
function Sure({ id, facts, hasFacts, error }: SureProps) {
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
        <span className="text-ink">Yes, take {facts} out of the figures</span>
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
