import { Fragment } from 'react'
import { Form, href, Link, useNavigation } from 'react-router'
import { FormRefusal } from '../../blocks/fields/form-refusal.tsx'
import { Bell } from '../../icons.ts'
import { Sentence } from '../../language/index.ts'
import { Badge, Button, buttonClass, Card, CardHeader, EmptyState } from '../../ui/index.ts'
import { type AlertFailure, type AlertModel, type AlertsModel, type AlertTime, proposals } from './model.ts'
import { QuietHours, SlackCard } from './places.tsx'
import { useWords } from './words.ts'

interface AlertsPageProps {
  readonly model: AlertsModel
  readonly domain: string
  readonly mayUseSlack: boolean
  readonly failure: AlertFailure | undefined
}

/** The person's alerts, and where they go besides. */
export function AlertsPage({ model, domain, mayUseSlack, failure }: AlertsPageProps) {
  const t = useWords()
  const { alerts, slack, quiet } = model
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <FormRefusal failure={failure} />
      <Card aria-labelledby="alerts-heading">
        <CardHeader id="alerts-heading" title={t('list')} />
        {alerts.length === 0 ? (
          <>
            <EmptyState icon={Bell} title={t('none')}>
              {t('noneText')}
            </EmptyState>
            <Proposals />
          </>
        ) : (
          <ul className="mt-1 divide-y divide-line">
            {alerts.map((alert) => (
              <li className="px-4 py-3.5 sm:px-5" key={alert.id}>
                <AlertRow domain={domain} of={alert} />
              </li>
            ))}
          </ul>
        )}
        <div className="border-line border-t px-4 py-4 sm:px-5">
          <Link
            className={buttonClass('primary')}
            to={href('/shop/:domain/settings/alerts/:alert', { domain, alert: 'new' })}
          >
            {t('new')}
          </Link>
        </div>
      </Card>
      <div className="grid gap-1 text-[13px] text-soft">
        <QuietHours quiet={quiet} />
        <p>
          {t('webhooks')}{' '}
          <Link
            className="touch-target rounded underline underline-offset-2"
            to={href('/shop/:domain/settings/webhooks', { domain })}
          >
            {t('webhooksLink')}
          </Link>
        </p>
      </div>
      {mayUseSlack && <SlackCard failure={failure} slack={slack} />}
    </div>
  )
}

/** Alerts that can be added with one press. */
function Proposals() {
  const t = useWords()
  const { formData } = useNavigation()
  return (
    <ul className="divide-y divide-line border-line border-t">
      {proposals.map((proposal) => {
        const name = t(`propose_${proposal}`)
        return (
          <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3 sm:px-5" key={proposal}>
            <span>{name}</span>
            <Form method="post" preventScrollReset>
              <input name="proposal" type="hidden" value={proposal} />
              <Button
                aria-label={t('addOf', { name })}
                isBusy={formData?.get('proposal') === proposal}
                name="intent"
                size="small"
                value="propose"
              >
                {t('add')}
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
}

function AlertRow({ of: alert, domain }: AlertRowProps) {
  const t = useWords()
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
            {t('times')}
          </summary>
          <ul aria-label={`${t('times')}: ${name}`} className="mt-2 grid gap-1.5 rounded-lg bg-sunken p-3">
            {times.map((time) => (
              <li key={time.key}>
                <Fired domain={domain} of={time} />
              </li>
            ))}
          </ul>
        </details>
      )}
      <div className="mt-2 flex flex-wrap items-start gap-2">
        <Link
          aria-label={t('editOf', { name })}
          className={buttonClass('secondary', 'small')}
          to={href('/shop/:domain/settings/alerts/:alert', { domain, alert: id })}
        >
          {t('edit')}
        </Link>
        <Switch of={alert} />
        <Removal of={alert} />
      </div>
    </>
  )
}

type PartProps = Omit<AlertRowProps, 'domain'>

function Switch({ of: { id, name, isPaused } }: PartProps) {
  const t = useWords()
  const { formData } = useNavigation()
  const intent = isPaused ? 'on' : 'paused'
  const isBusy = formData?.get('alert') === id && formData.get('intent') === intent
  return (
    <Form method="post" preventScrollReset>
      <input name="alert" type="hidden" value={id} />
      <Button
        aria-label={t(isPaused ? 'resumeOf' : 'pauseOf', { name })}
        isBusy={isBusy}
        name="intent"
        size="small"
        value={intent}
      >
        {isPaused ? t('resume') : t('pause')}
      </Button>
    </Form>
  )
}

function Removal({ of: { id, name } }: PartProps) {
  const t = useWords()
  const { formData } = useNavigation()
  return (
    <details>
      <summary className={`${buttonClass('quiet', 'small')} list-none [&::-webkit-details-marker]:hidden`}>
        {t('remove')}
        <span className="sr-only"> {name}</span>
      </summary>
      <Form
        className="mt-2 grid justify-items-start gap-3 rounded-lg bg-sunken p-4 text-[13px]"
        method="post"
        preventScrollReset
      >
        <p>{t('removeText')}</p>
        <input name="alert" type="hidden" value={id} />
        <Button
          isBusy={formData?.get('alert') === id && formData.get('intent') === 'remove'}
          kind="danger"
          name="intent"
          size="small"
          value="remove"
        >
          {t('removeYes')}
        </Button>
      </Form>
    </details>
  )
}

interface FiredProps {
  readonly domain: string
  readonly of: AlertTime
}

/** A time that the alert fired; what was found about the data has English names only. */
function Fired({ domain, of: { when, what, search, findings } }: FiredProps) {
  return (
    <>
      <span className="text-faint">{when}</span>{' '}
      {search === null ? (
        what
      ) : (
        <Link
          className="touch-target rounded underline underline-offset-2"
          to={{ pathname: href('/shop/:domain', { domain }), search }}
        >
          {what}
        </Link>
      )}
      {findings.map((finding, index) => (
        <Fragment key={finding.text}>
          {(what !== '' || index > 0) && ' · '}
          <Sentence {...finding} />
        </Fragment>
      ))}
    </>
  )
}
