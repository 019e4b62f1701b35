import { Form, href, Link, useNavigation } from 'react-router'
import { FormRefusal } from '../../blocks/fields/form-refusal.tsx'
import { Bell } from '../../icons.ts'
import { Badge, Button, buttonClass, Card, CardHeader, EmptyState } from '../../ui/index.ts'
import { type AlertFailure, type AlertModel, type AlertsModel, type AlertWords, proposals } from './model.ts'
import { QuietHours, SlackCard } from './places.tsx'

interface AlertsPageProps {
  readonly model: AlertsModel
  readonly domain: string
  readonly words: AlertWords
  readonly mayUseSlack: boolean
  readonly failure: AlertFailure | undefined
}

/** The person's alerts, and where they go besides. */
export function AlertsPage({ model, domain, words, mayUseSlack, failure }: AlertsPageProps) {
  const { alerts, slack, quiet } = model
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <FormRefusal failure={failure} />
      <Card aria-labelledby="alerts-heading">
        <CardHeader id="alerts-heading" title={words.list} />
        {alerts.length === 0 ? (
          <>
            <EmptyState icon={Bell} title={words.none}>
              {words.noneText}
            </EmptyState>
            <Proposals words={words} />
          </>
        ) : (
          <ul className="mt-1 divide-y divide-line">
            {alerts.map((alert) => (
              <li className="px-4 py-3.5 sm:px-5" key={alert.id}>
                <AlertRow domain={domain} of={alert} words={words} />
              </li>
            ))}
          </ul>
        )}
        <div className="border-line border-t px-4 py-4 sm:px-5">
          <Link
            className={buttonClass('primary')}
            to={href('/shop/:domain/settings/alerts/:alert', { domain, alert: 'new' })}
          >
            {words.new}
          </Link>
        </div>
      </Card>
      <div className="grid gap-1 text-[13px] text-soft">
        <QuietHours quiet={quiet} words={words} />
        <p>
          {words.webhooks}{' '}
          <Link
            className="touch-target rounded underline underline-offset-2"
            to={href('/shop/:domain/settings/webhooks', { domain })}
          >
            {words.webhooksLink}
          </Link>
        </p>
      </div>
      {mayUseSlack && <SlackCard failure={failure} slack={slack} words={words} />}
    </div>
  )
}

/** Alerts that can be added with one press. */
function Proposals({ words }: { readonly words: AlertWords }) {
  const { formData } = useNavigation()
  return (
    <ul className="divide-y divide-line border-line border-t">
      {proposals.map((proposal) => {
        const name = words[`propose_${proposal}`]
        return (
          <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3 sm:px-5" key={proposal}>
            <span>{name}</span>
            <Form method="post" preventScrollReset>
              <input name="proposal" type="hidden" value={proposal} />
              <Button
                aria-label={words.addOf.replace('{name}', name)}
                isBusy={formData?.get('proposal') === proposal}
                name="intent"
                size="small"
                value="propose"
              >
                {words.add}
              </Button>
            </Form>
          </li>
        )
      })}
    </ul>
  )
}

interface AlertRowProps {
  readonly of: AlertModel
  readonly domain: string
  readonly words: AlertWords
}

function AlertRow({ of: alert, domain, words }: AlertRowProps) {
  const { id, name, rule, where, state, tone, looked, times } = alert
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
        <span className="break-words" dir="auto">
          {name}
        </span>
        <Badge tone={tone}>{state}</Badge>
      </p>
      <p className="mt-0.5 break-words text-[13px] text-soft">{rule}</p>
      <p className="mt-0.5 break-words text-[13px] text-faint">
        {where} · {looked}
      </p>
      {times.length > 0 && (
        <details className="mt-1 text-[13px] text-soft">
          <summary className="touch-target w-fit cursor-pointer rounded underline underline-offset-2">
            {words.times}
          </summary>
          <ul aria-label={`${words.times}: ${name}`} className="mt-2 grid gap-1.5 rounded-lg bg-sunken p-3">
            {times.map((time) => (
              <li key={time.key}>
                <span className="text-faint">{time.when}</span> {time.what}
              </li>
            ))}
          </ul>
        </details>
      )}
      <div className="mt-2 flex flex-wrap items-start gap-2">
        <Link
          aria-label={words.editOf.replace('{name}', name)}
          className={buttonClass('secondary', 'small')}
          to={href('/shop/:domain/settings/alerts/:alert', { domain, alert: id })}
        >
          {words.edit}
        </Link>
        <Switch of={alert} words={words} />
        <Removal of={alert} words={words} />
      </div>
    </>
  )
}

type PartProps = Omit<AlertRowProps, 'domain'>

function Switch({ of: { id, name, isPaused }, words }: PartProps) {
  const { formData } = useNavigation()
  const intent = isPaused ? 'on' : 'paused'
  const isBusy = formData?.get('alert') === id && formData.get('intent') === intent
  return (
    <Form method="post" preventScrollReset>
      <input name="alert" type="hidden" value={id} />
      <Button
        aria-label={(isPaused ? words.resumeOf : words.pauseOf).replace('{name}', name)}
        isBusy={isBusy}
        name="intent"
        size="small"
        value={intent}
      >
        {isPaused ? words.resume : words.pause}
      </Button>
    </Form>
  )
}

function Removal({ of: { id, name }, words }: PartProps) {
  const { formData } = useNavigation()
  return (
    <details>
      <summary className={`${buttonClass('quiet', 'small')} list-none [&::-webkit-details-marker]:hidden`}>
        {words.remove}
        <span className="sr-only"> {name}</span>
      </summary>
      <Form
        className="mt-2 grid justify-items-start gap-3 rounded-lg bg-sunken p-4 text-[13px]"
        method="post"
        preventScrollReset
      >
        <p>{words.removeText}</p>
        <input name="alert" type="hidden" value={id} />
        <Button
          isBusy={formData?.get('alert') === id && formData.get('intent') === 'remove'}
          kind="danger"
          name="intent"
          size="small"
          value="remove"
        >
          {words.removeYes}
        </Button>
      </Form>
    </details>
  )
}
