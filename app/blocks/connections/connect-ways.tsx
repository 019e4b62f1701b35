import type { ConnectorView } from '@tillsight/domain'
import { useEffect, useRef } from 'react'
import { Form, href, Link, useNavigation } from 'react-router'
import { ArrowUpRight, BookOpen } from '../../icons.ts'
import { ServerText, useServerText } from '../../language/index.ts'
import { Button, buttonClass, Card, Notice, TextField } from '../../ui/index.ts'
import type { PageFailure } from './model.ts'
import { useConnectionWords } from './words.ts'

interface ConnectWaysProps {
  readonly connector: ConnectorView
  /** Of the shop. */
  readonly domain: string
  /** Why the last attempt was rejected. */
  readonly failure: Pick<PageFailure, 'intent' | 'message' | 'fields'> | undefined
  /** Prefilled values; never secrets. */
  readonly values: Readonly<Record<string, string>>
  /** The connection that is being reconnected. */
  readonly connection?: string
  /** Where the forms are sent; to the page with its present address when left out. */
  readonly action?: string
}

/** Two ways to connect: approve in the platform, or type in keys. Fields and texts come from the connector. */
export function ConnectWays(props: ConnectWaysProps) {
  const { connector, domain, failure, values } = props
  const t = useConnectionWords()
  const quick = connector.redirectFields
  const isManual = failure ? failure.intent === 'keys' : hasManualValue(connector, values)
  return (
    <>
      {failure && !Object.values(failure.fields).includes(failure.message) && (
        <div className="mb-5" role="alert">
          <Notice severity="serious">{failure.message}</Notice>
        </div>
      )}
      {quick && <Quick {...props} />}
      {connector.fields.length === 0 && !quick && <NoWay connector={connector} />}
      {connector.fields.length === 0 ? null : quick ? (
        <details className="mt-6 border-line border-t pt-4" open={isManual}>
          <summary className="touch-target w-fit cursor-pointer rounded font-medium text-soft hover:text-ink">
            {t(connector.kind === 'ads' ? 'form.paste' : 'form.keys')}
          </summary>
          <div className="mt-4">
            <Manual {...props} />
          </div>
        </details>
      ) : (
        <Manual {...props} />
      )}
      {connector.hasGuide && <GuideLink connector={connector} domain={domain} />}
    </>
  )
}

function GuideLink({ connector, domain }: Pick<ConnectWaysProps, 'connector' | 'domain'>) {
  const t = useConnectionWords()
  return (
    <p className="mt-5 text-[13px]">
      <Link
        className="inline-flex items-center gap-1.5 rounded-sm text-soft underline decoration-edge/60 underline-offset-3 hover:text-ink"
        to={href('/shop/:domain/setup/guide/:platform', { domain, platform: connector.id })}
      >
        <BookOpen aria-hidden className="size-3.5" />
        {t('form.guide')}
      </Link>
    </p>
  )
}

function Quick({ connector, failure, values, connection, action }: ConnectWaysProps) {
  const { label, beginAt, redirectFields } = connector
  const t = useConnectionWords()
  // Visitors sent by the platform already bring the fields that it needs.
  const isKnown = redirectFields?.every((key) => values[key]) ?? false
  if (beginAt !== null && connection === undefined && !isKnown) {
    return (
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Link className={buttonClass('primary')} reloadDocument to={beginAt}>
          {t('form.store', { label })}
          <ArrowUpRight aria-hidden className="size-4 rtl:-scale-x-100" />
        </Link>
        <span className="text-[13px] text-faint">{t('form.storeNote')}</span>
      </div>
    )
  }
  return (
    <FieldsForm
      action={action}
      connection={connection}
      connector={connector}
      failure={failure?.intent === 'begin' ? failure : undefined}
      fields={connector.fields.filter((field) => redirectFields?.includes(field.key))}
      intent="begin"
      note={t('form.approve', { label })}
      submit={t(submitWord(connector, connection === undefined), { label })}
      values={values}
    />
  )
}

/** Neither a redirect to the platform nor keys are possible from here. */
function NoWay({ connector: { label, missingVariables } }: Pick<ConnectWaysProps, 'connector'>) {
  const t = useConnectionWords()
  return <Notice severity="info">{t(missingVariables.length > 0 ? 'form.noApp' : 'form.noAddress', { label })}</Notice>
}

function checkWord({ kind }: ConnectorView, isNew: boolean) {
  if (kind === 'ads') return 'form.checkToken'
  return isNew ? 'form.check' : 'form.checkAgain'
}

function submitWord({ kind }: ConnectorView, isNew: boolean) {
  if (kind === 'ads') return isNew ? 'form.continueAds' : 'form.againAds'
  return isNew ? 'form.continueStore' : 'form.againStore'
}

function Manual({ connector, failure, values, connection, action }: ConnectWaysProps) {
  const t = useConnectionWords()
  return (
    <FieldsForm
      action={action}
      connection={connection}
      connector={connector}
      failure={failure?.intent === 'keys' ? failure : undefined}
      fields={connector.fields}
      intent="keys"
      note={t(connector.kind === 'ads' ? 'form.storedToken' : 'form.storedKeys')}
      submit={t(checkWord(connector, connection === undefined))}
      values={values}
    />
  )
}

/** Whether a field is prefilled that only the form for keys has. */
function hasManualValue({ redirectFields }: ConnectorView, values: ConnectWaysProps['values']): boolean {
  return Object.keys(values).some((key) => !redirectFields?.includes(key))
}

interface FieldsFormProps {
  readonly connector: ConnectorView
  readonly connection: string | undefined
  readonly intent: 'begin' | 'keys'
  readonly fields: ConnectorView['fields']
  readonly submit: string
  readonly note: string
  readonly failure: { readonly fields: Readonly<Record<string, string>> } | undefined
  readonly values: Readonly<Record<string, string>>
  /** Where the form is sent; to the page with its present address when left out. */
  readonly action: string | undefined
}

/** A connector's fields as a form that connects with the entered values. */
function FieldsForm(props: FieldsFormProps) {
  const { connector, connection, intent, fields, submit, note, failure, values, action } = props
  const { formData } = useNavigation()
  const translate = useServerText()
  const isBusy = formData?.get('intent') === intent && formData.get('connector') === connector.id
  return (
    <Form
      {...(action === undefined ? {} : { action })}
      className="grid max-w-lg gap-4"
      method="post"
      preventScrollReset
    >
      <input name="intent" type="hidden" value={intent} />
      <input name="connector" type="hidden" value={connector.id} />
      {connection !== undefined && <input name="connection" type="hidden" value={connection} />}
      {fields.map((field) => (
        <TextField
          autoCapitalize="none"
          autoComplete="off"
          defaultValue={field.secret ? '' : values[field.key]}
          error={failure?.fields[field.key]}
          help={<ServerText>{field.help}</ServerText>}
          inputMode={field.type === 'url' ? 'url' : undefined}
          key={field.key}
          label={translate(field.label)}
          name={`value.${field.key}`}
          required={field.required}
          spellCheck={false}
          type={field.type === 'password' ? 'password' : 'text'}
        />
      ))}
      {connector.asksToWrite && <WriteAccess />}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button isBusy={isBusy} kind={intent === 'begin' || !connector.redirectFields ? 'primary' : 'secondary'}>
          {submit}
          {intent === 'begin' && <ArrowUpRight aria-hidden className="size-4 rtl:-scale-x-100" />}
        </Button>
        <span className="text-[13px] text-faint">{note}</span>
      </div>
    </Form>
  )
}

/** Explains instant updates, where they need a key with write access. */
function WriteAccess() {
  const t = useConnectionWords()
  return (
    <label className="flex items-start gap-2.5">
      <input
        className="mt-0.5 size-4 accent-(--color-accent)"
        defaultChecked
        name="write"
        type="checkbox"
        value="yes"
      />
      <span>
        {t('form.write')}
        <span className="block text-[13px] text-faint">{t('form.writeNote')}</span>
      </span>
    </label>
  )
}

interface ConnectFormProps extends Omit<ConnectWaysProps, 'connection'> {
  /** The visitor was sent here for this form. */
  readonly isChosen?: boolean
}

/** The form of a platform that is not connected yet. */
export function ConnectForm({ connector, isChosen = false, ...ways }: ConnectFormProps) {
  const ref = useRef<HTMLElement>(null)
  const t = useConnectionWords()
  useEffect(() => {
    if (isChosen) focusForm(ref.current)
  }, [isChosen])
  const heading = `connect-${connector.id}`
  return (
    <Card aria-labelledby={heading} className="scroll-mt-6 p-5 sm:p-6" ref={ref}>
      <h3 className="font-semibold text-base" id={heading}>
        {t('form.title', { label: connector.label })}
      </h3>
      <p className="mt-1 mb-5 max-w-prose text-soft">
        <ServerText>{connector.description}</ServerText>
      </p>
      <ConnectWays connector={connector} {...ways} />
    </Card>
  )
}

/** Focuses the first field or button of the form. */
function focusForm(form: HTMLElement | null): void {
  const inputs = [...(form?.querySelectorAll<HTMLInputElement>('input:not([type="hidden"])') ?? [])]
  const shown = inputs.filter((input) => input.checkVisibility())
  const target = shown.find(({ value }) => value === '') ?? shown[0] ?? form?.querySelector<HTMLElement>('a, button')
  form?.scrollIntoView({ block: 'nearest' })
  target?.focus({ preventScroll: true })
}

/** The form begins with the shop's own address where that is a good guess. */
export function firstValues({ fields }: ConnectorView, domain: string): Record<string, string> {
  return Object.fromEntries(
    fields.filter(({ isShopAddress }) => isShopAddress).map(({ key }) => [key, `https://${domain}`]),
  )
}
