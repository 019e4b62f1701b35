import { Form, useNavigation } from 'react-router'
import type { AdAccountModel, CardModel } from '../../blocks/connections/model.ts'
import type { PageFailure } from '../../blocks/connections/outcomes.ts'
import { Badge, Button, Notice } from '../../ui/index.ts'
import { Cancel, integrationsPath, QuestionPanel } from './question-panel.tsx'

interface AccountsQuestionProps {
  readonly card: CardModel
  readonly domain: string
  readonly failure: PageFailure | undefined
}

/** Which ad accounts belong to the shop: what tells them apart, and why some cannot be read. */
export function AccountsQuestion({ card, domain, failure }: AccountsQuestionProps) {
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
