import { Form, Link, useNavigation } from 'react-router'
import type { CardModel, QuestionModel } from '../../blocks/connections/model.ts'
import { Button, buttonClass } from '../../ui/index.ts'

/** What is asked of a store that is connected, done at once. */
export function Actions({ card }: { readonly card: CardModel }) {
  const { formData } = useNavigation()
  const isOwn = formData?.get('connection') === card.id
  return (
    <Form className="flex flex-wrap gap-2" method="post" preventScrollReset>
      <input name="connection" type="hidden" value={card.id} />
      {card.status !== 'paused' && (
        <Button isBusy={isOwn && formData.get('action') === 'sync'} name="action" size="small" value="sync">
          Sync now
        </Button>
      )}
      <Button isBusy={isOwn && formData.get('intent') === 'check'} name="intent" size="small" value="check">
        Check the connection
      </Button>
    </Form>
  )
}

/** What changes the connection itself; whatever has consequences is asked about first. */
export function Management({ card }: { readonly card: CardModel }) {
  const { formData } = useNavigation()
  const isPaused = card.status === 'paused'
  const toggle = isPaused ? 'resume' : 'pause'
  const isBusy = formData?.get('connection') === card.id && formData.get('action') === toggle
  return (
    <Form
      aria-label={`Change ${card.connectorLabel}`}
      className="flex flex-wrap gap-1 border-line border-t px-2 py-2 sm:px-3"
      method="post"
      preventScrollReset
    >
      <input name="connection" type="hidden" value={card.id} />
      <Button isBusy={isBusy} kind={isPaused ? 'primary' : 'quiet'} name="action" size="small" value={toggle}>
        {isPaused ? 'Resume' : 'Pause'}
      </Button>
      {card.accounts.length > 0 && <Ask card={card} kind="accounts" label="Choose accounts…" />}
      {card.again && <Ask card={card} kind="reconnect" label="Reconnect…" />}
      {!isPaused && card.status !== 'importing' && <Ask card={card} kind="reimport" label="Import again…" />}
      <Ask card={card} kind="disconnect" label="Disconnect…" />
    </Form>
  )
}

interface AskProps {
  readonly card: CardModel
  readonly kind: QuestionModel['kind']
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
