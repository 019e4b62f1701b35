import type { ReactNode } from 'react'
import { Form, useNavigation } from 'react-router'
import { Button, Notice } from '../../ui/index.ts'
import type { CardModel } from './model.ts'
import type { PageFailure } from './outcomes.ts'
import { Cancel, QuestionPanel } from './question-panel.tsx'

interface DisconnectQuestionProps {
  readonly card: CardModel
  readonly domain: string
  readonly failure: PageFailure | undefined
  /** `12,345 orders` */
  readonly orders: string
  readonly hasOrders: boolean
}

/** What ending a connection means, and whether its orders stay in the figures. */
export function DisconnectQuestion({ card, domain, failure, orders, hasOrders }: DisconnectQuestionProps) {
  const { formData } = useNavigation()
  const isBusy = formData?.get('connection') === card.id && formData.get('intent') === 'disconnect'
  const error = failure?.fields.sure
  return (
    <QuestionPanel id={card.id} title={`Disconnect ${card.connectorLabel}?`}>
      <p className="max-w-prose">
        Nothing is read from {card.account} any more. Its keys are deleted here, and what Tillsight set up in the store
        for instant updates is removed.
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
            {hasOrders ? `All ${orders} stay in every figure.` : 'No orders came from it.'} Connecting the same store
            again goes on from there.
          </Choice>
          <Choice
            id={`${card.id}-delete`}
            isChosen={error !== undefined}
            label={hasOrders ? `Delete them: ${orders} leave the figures` : 'Delete what came from it'}
            value="delete"
          >
            Orders, refunds, products and customers of this store are taken out of every figure of every day. Only
            importing the store again brings them back.
            <Sure error={error} hasOrders={hasOrders} id={`${card.id}-sure`} orders={orders} />
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
  readonly orders: string
  readonly hasOrders: boolean
  readonly error: string | undefined
}

/** Without orders there is nothing to be sure of. */
function Sure({ id, orders, hasOrders, error }: SureProps) {
  if (!hasOrders) return <input name="sure" type="hidden" value="yes" />
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
        <span className="text-ink">Yes, take {orders} out of the figures</span>
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
