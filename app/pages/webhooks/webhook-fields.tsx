import { Choice, Choices } from '../../blocks/fields/choices.tsx'
import { Card, CardHeader, CopyText, TextField } from '../../ui/index.ts'
import type { EventChoice, SecretModel, WebhookFailure } from './model.ts'
import { useWords } from './words.ts'

interface WebhookFieldsProps {
  readonly choices: readonly EventChoice[]
  readonly given: WebhookFailure['typed']
  readonly errors: WebhookFailure['fields']
}

/** The address of a receiver, and what it is told of. */
export function WebhookFields({ choices, given, errors }: WebhookFieldsProps) {
  const t = useWords()
  return (
    <>
      <TextField
        autoComplete="off"
        defaultValue={given.url}
        error={errors['url']}
        help={t('field.urlHelp')}
        inputMode="url"
        label={t('field.url')}
        maxLength={2000}
        name="url"
        placeholder="https://example.com/webhooks"
        required
      />
      <Choices error={errors['events']} legend={t('field.events')}>
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
  const t = useWords()
  return (
    <Card aria-labelledby="secret-heading" className="pb-5">
      <CardHeader id="secret-heading" note={t('secret.note')} title={t('secret.title')} />
      <div className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-4 px-4 sm:px-5">
        <output className="break-words text-[13px]">
          {t('secret.copy', { url })}
          {rotatesUntil !== undefined && ` ${t('secret.both', { time: rotatesUntil })}`}
        </output>
        <CopyText label={t('secret.title')} text={secret} />
      </div>
    </Card>
  )
}
