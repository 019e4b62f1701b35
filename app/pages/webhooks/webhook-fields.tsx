import { Choice, Choices } from '../../blocks/fields/choices.tsx'
import { Card, CardHeader, CopyText, TextField } from '../../ui/index.ts'
import type { EventChoice, SecretModel, WebhookFailure } from './model.ts'

interface WebhookFieldsProps {
  readonly choices: readonly EventChoice[]
  readonly given: WebhookFailure['typed']
  readonly errors: WebhookFailure['fields']
}

/** The address of a receiver, and what it is told of. */
export function WebhookFields({ choices, given, errors }: WebhookFieldsProps) {
  return (
    <>
      <TextField
        autoComplete="off"
        defaultValue={given.url}
        error={errors['url']}
        help="It begins with https:// and is on the public internet."
        inputMode="url"
        label="Address"
        maxLength={2000}
        name="url"
        placeholder="https://example.com/webhooks"
        required
      />
      <Choices error={errors['events']} legend="Events">
        {choices.map(({ type, about }) => (
          <Choice defaultChecked={given.events.includes(type)} key={type} name="events" value={type}>
            <code className="text-[12px]">{type}</code> <span className="text-soft">{about}</span>
          </Choice>
        ))}
      </Choices>
    </>
  )
}

interface SecretCardProps {
  readonly of: SecretModel
  /** How long the secret before it works; undefined for a new webhook. */
  readonly rotatesUntil?: string | undefined
}

/** The secret, which is never shown again. */
export function SecretCard({ of: { url, secret }, rotatesUntil }: SecretCardProps) {
  return (
    <Card aria-labelledby="secret-heading" className="pb-5">
      <CardHeader id="secret-heading" note="This is the only time that it is shown." title="The secret" />
      <div className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-4 px-4 sm:px-5">
        <output className="break-words text-[13px]">
          Copy it now, to the program that answers at {url}. It tells by the secret that messages are ours.
          {rotatesUntil !== undefined && ` Until ${rotatesUntil} they are signed with the secret before it, too.`}
        </output>
        <CopyText label="Secret" text={secret} />
      </div>
    </Card>
  )
}
