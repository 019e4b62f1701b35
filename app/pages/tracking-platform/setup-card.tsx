import { useId } from 'react'
import { Form, Link, useNavigation } from 'react-router'
import { ServerText, useServerText } from '../../language/index.ts'
import { Button, Card, CardHeader, Notice, SelectField, TextField } from '../../ui/index.ts'
import type { ConversionsModel, ConversionsOutcome, SetupModel } from './model.ts'
import { useWords } from './words.ts'

interface SetupCardProps {
  readonly model: ConversionsModel
  readonly refused: Extract<ConversionsOutcome, { kind: 'refused' }> | undefined
}

/** Settings of the delivery: destination, access token, legal basis, and the data to send. */
export function SetupCard({ model, refused }: SetupCardProps) {
  const t = useWords()
  const { setup } = model
  const typed = refused?.typed ?? setup.typed
  const errors = refused?.fields ?? {}
  const isBusy = useNavigation().formData?.get('intent') === 'save'
  return (
    <Card aria-labelledby="setup-heading" className="pb-5">
      <CardHeader id="setup-heading" note={t('setup.note')} title={t('setup.title')} />
      <Form
        action="#orders"
        className="mt-4 grid gap-5 px-4 sm:px-5"
        key={`${JSON.stringify(setup.typed)} ${setup.hasToken} ${model.done}`}
        method="post"
        preventScrollReset
      >
        {refused && (
          <div role="alert">
            <Notice severity="serious">{refused.message}</Notice>
          </div>
        )}
        <Destination error={errors['destination']} setup={setup} value={typed.destination} />
        <Token error={errors['token']} setup={setup} />
        <EventName error={errors['eventName']} setup={setup} value={typed.eventName} />
        <ChoiceField
          choices={consents.map((value) => ({
            value,
            label: t(`consent.${value}`),
            help: t(`consent.${value}Help`),
          }))}
          error={errors['consent']}
          label={t('setup.consent')}
          name="consent"
          value={typed.consent}
        />
        <div className="grid gap-5 sm:grid-cols-2">
          <SelectField defaultValue={typed.value} error={errors['value']} label={t('setup.value')} name="value">
            <option value="orderRevenue">{t('value.orderRevenue')}</option>
            <option value="goods">{t('value.goods')}</option>
          </SelectField>
          <SelectField
            defaultValue={typed.itemId}
            error={errors['itemId']}
            help={t('setup.itemsHelp')}
            label={t('setup.items')}
            name="itemId"
          >
            <option value="variant">{t('item.variant')}</option>
            <option value="product">{t('item.product')}</option>
            <option value="sku">{t('item.sku')}</option>
          </SelectField>
        </div>
        <p>
          <Button
            isBusy={isBusy}
            kind={model.isSetUp ? 'secondary' : 'primary'}
            name="intent"
            type="submit"
            value="save"
          >
            {t('setup.save')}
          </Button>
        </p>
      </Form>
    </Card>
  )
}

const consents = ['visitor', 'elsewhere'] as const

interface FieldProps {
  readonly setup: SetupModel
  readonly error: string | undefined
}

/** A select when the platform's list was requested, else a text field. */
function Destination({ setup, error, value }: FieldProps & { readonly value: string }) {
  const t = useWords()
  const translate = useServerText()
  const { destination, choices, askTo } = setup
  if (choices && choices.list.length > 0) {
    const isListed = choices.list.some(({ id }) => id === value)
    return (
      <SelectField
        defaultValue={value}
        error={error}
        help={<ServerText>{destination.help}</ServerText>}
        label={translate(destination.label)}
        name="destination"
      >
        {!isListed && <option value={value}>{value === '' ? t('setup.choose') : t('setup.entered', { value })}</option>}
        {choices.list.map(({ id, label }) => (
          <option key={id} value={id}>
            {label} · {id}
          </option>
        ))}
      </SelectField>
    )
  }
  return (
    <div>
      <TextField
        autoComplete="off"
        defaultValue={value}
        dir="ltr"
        error={error}
        help={<ServerText>{destination.help}</ServerText>}
        label={translate(destination.label)}
        maxLength={200}
        name="destination"
        placeholder={destination.example}
        required
        spellCheck={false}
      />
      {choices?.message ? (
        <p className="mt-1.5 text-[13px] text-soft">
          <ServerText>{choices.message}</ServerText>
        </p>
      ) : (
        <p className="mt-1.5 text-[13px]">
          <Link
            className="rounded text-accent underline-offset-3 hover:underline"
            preventScrollReset
            to={`${askTo}#orders`}
          >
            {t('setup.fromAccount')}
          </Link>
        </p>
      )}
    </div>
  )
}

function Token({ setup: { token, hasToken }, error }: FieldProps) {
  const t = useWords()
  const translate = useServerText()
  if (token === null) return null
  return (
    <div>
      <TextField
        autoComplete="off"
        error={error}
        help={<ServerText>{token.help}</ServerText>}
        label={translate(token.label)}
        maxLength={2000}
        name="token"
        placeholder={hasToken ? t('setup.stored') : ''}
        spellCheck={false}
        type="password"
      />
      {hasToken && (
        <label className="mt-2 flex items-center gap-2 text-[13px]">
          <input className="size-4 accent-ink" name="forgetToken" type="checkbox" value="1" />
          {t('setup.forget')}
        </label>
      )}
    </div>
  )
}

function EventName({ setup: { eventNames }, error, value }: FieldProps & { readonly value: string }) {
  const t = useWords()
  if (eventNames.length < 2) return <input name="eventName" type="hidden" value={value} />
  return (
    <SelectField
      defaultValue={value}
      error={error}
      help={t('setup.eventHelp')}
      label={t('setup.event')}
      name="eventName"
    >
      {eventNames.map((name) => (
        <option key={name} value={name}>
          {name}
        </option>
      ))}
    </SelectField>
  )
}

interface ChoiceFieldProps {
  readonly label: string
  readonly name: string
  readonly value: string
  readonly error: string | undefined
  readonly choices: readonly { readonly value: string; readonly label: string; readonly help: string }[]
}

/** A choice of a few, each with an explanation. */
function ChoiceField({ label, name, value, error, choices }: ChoiceFieldProps) {
  const id = useId()
  return (
    <fieldset>
      <legend className="mb-1.5 font-medium">{label}</legend>
      <div className="grid gap-2">
        {choices.map((choice) => (
          <label
            className="grid grid-cols-[auto_minmax(0,1fr)] items-start gap-x-2.5 rounded-lg border border-line p-3"
            key={choice.value}
          >
            <input
              aria-describedby={error && `${id}-error`}
              className="mt-0.5 size-4 shrink-0 accent-ink"
              defaultChecked={choice.value === value}
              name={name}
              type="radio"
              value={choice.value}
            />
            <span className="font-medium">{choice.label}</span>
            <span className="col-start-2 text-[13px] text-soft">{choice.help}</span>
          </label>
        ))}
      </div>
      {error && (
        <p className="mt-1.5 text-[13px] text-bad" id={`${id}-error`}>
          {error}
        </p>
      )}
    </fieldset>
  )
}
