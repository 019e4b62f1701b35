import type { NotificationSettings } from '@tillsight/domain'
import type { DigestPeriod } from '@tillsight/domain/inputs'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { Form, href, Link } from 'react-router'
import { ShieldCheck } from '../../icons.ts'
import { labelled, useLanguage } from '../../language/index.ts'
import { Button, Card, CardHeader, Notice, SelectField, TextField } from '../../ui/index.ts'
import { type DigestChoice, DigestChoices, FigureChoices, type Places } from './digest-fields.tsx'
import type { AccountFailure } from './model.ts'
import { FailureNotice, PageHead, UnsavedGuard, useBusy, useChanged } from './parts.tsx'
import { PushCard, type PushDeviceModel } from './push-card.tsx'
import { useWords } from './words.ts'

interface NotificationsPageProps {
  readonly settings: NotificationSettings
  readonly digests: readonly DigestChoice[]
  readonly periods: readonly DigestPeriod[]
  readonly places: Places
  /** Empty with a single shop: then one over all shops is the same. */
  readonly shops: readonly { readonly id: string; readonly name: string }[]
  readonly hasShop: boolean
  readonly email: string
  /** The person's address, if it refused our mails. */
  readonly refusedAddress: string | null
  readonly metrics: readonly { readonly key: string; readonly label: string }[]
  readonly devices: readonly PushDeviceModel[]
  readonly failure: AccountFailure | undefined
}

/** What the person is told of, when, and by which mails. */
export function NotificationsPage(props: NotificationsPageProps) {
  const { email, refusedAddress, failure, hasShop } = props
  const t = useWords()
  return (
    <>
      <PageHead title={t('frame.notifications')}>
        {email ? t('told.about', { email }) : t('told.noMail')}{' '}
        <Link className="underline underline-offset-2" to={href('/account/inbox')}>
          {t('told.inInbox')}
        </Link>
      </PageHead>
      {refusedAddress && (
        <div className="mb-5">
          <Notice severity="warning">
            {t('told.refused', { email: refusedAddress })}{' '}
            <Link className="underline underline-offset-2" to={href('/account/security/email')}>
              {t('told.changeEmail')}
            </Link>
          </Notice>
        </div>
      )}
      <FailureNotice failure={failure} />
      <SettingsForm {...props} />
      <PushCard devices={props.devices} />
      {hasShop && <TryCard periods={props.periods} shops={props.shops} />}
      <p className="mt-5 flex items-start gap-2.5 px-1 text-[13px] text-soft">
        <ShieldCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-faint" />
        {t('told.security')}
      </p>
    </>
  )
}

function SettingsForm({ settings, digests, periods, places, shops, metrics, failure }: NotificationsPageProps) {
  const { isChanged, watch } = useChanged(settings)
  const { digestAt, figures, quiet } = settings
  const t = useWords()
  return (
    <Form className="grid gap-5" method="post" onChange={watch}>
      <Card>
        <CardHeader title={t('told.digests')} />
        <div className="grid gap-5 px-4 pb-5 sm:px-5">
          <DigestChoices digests={digests} periods={periods} shops={shops} />
          <TextField
            defaultValue={digestAt}
            error={failure?.fields.digestAt}
            help={t('told.atHelp')}
            label={t('told.at')}
            name="digestAt"
            required
            type="time"
          />
          {metrics.length > 0 ? (
            <FigureChoices chosen={figures} error={failure?.fields.figures} metrics={metrics} places={places} />
          ) : (
            figures.map((key) => <input key={key} name="figure" type="hidden" value={key} />)
          )}
        </div>
      </Card>
      <Card>
        <CardHeader title={t('told.others')} />
        <div className="divide-y divide-line px-4 sm:px-5">
          <SwitchField
            defaultChecked={settings.dataHealth}
            help={t('told.troubleHelp')}
            label={t('told.trouble')}
            name="dataHealth"
            value="on"
          />
          <SwitchField
            defaultChecked={false}
            disabled
            help={t('told.newsHelp')}
            label={t('told.news')}
            name="productNews"
            value="on"
          />
        </div>
      </Card>
      <Card>
        <CardHeader title={t('told.lock')} />
        <div className="px-4 sm:px-5">
          <SwitchField
            defaultChecked={settings.pushFigures}
            help={t('told.lockHelp')}
            label={t('told.lockFigures')}
            name="pushFigures"
            value="on"
          />
        </div>
      </Card>
      <QuietHours failure={failure} quiet={quiet} />
      <UnsavedGuard isChanged={isChanged} />
      <Button className="w-fit" isBusy={useBusy('notifications')} kind="primary" name="intent" value="notifications">
        {t('told.save')}
      </Button>
    </Form>
  )
}

function QuietHours({
  quiet,
  failure,
}: Pick<NotificationsPageProps, 'failure'> & Pick<NotificationsPageProps['settings'], 'quiet'>) {
  const t = useWords()
  return (
    <Card>
      <CardHeader title={t('told.quiet')} />
      <div className="grid gap-4 px-4 pt-1 pb-5 sm:px-5">
        <p className="max-w-prose text-[13px] text-soft">{t('told.quietText')}</p>
        <div className="flex flex-wrap gap-4">
          <TextField
            defaultValue={quiet?.from ?? ''}
            error={failure?.fields['quiet.from']}
            label={t('told.from')}
            name="quietFrom"
            type="time"
          />
          <TextField
            defaultValue={quiet?.until ?? ''}
            error={failure?.fields['quiet.until'] ?? failure?.fields.quiet}
            label={t('told.until')}
            name="quietUntil"
            type="time"
          />
        </div>
      </div>
    </Card>
  )
}

/** A digest as it would be now: looked at, or sent. */
function TryCard({ periods, shops }: Pick<NotificationsPageProps, 'periods' | 'shops'>) {
  const t = useWords()
  const language = useLanguage()
  const all = [{ id: '', name: t(shops.length > 0 ? 'told.allShops' : 'told.one') }, ...shops]
  const choices = all.flatMap(({ id, name }) =>
    periods.map((every) => ({ value: `${every}:${id}`, label: labelled(t(`told.${every}`), name, language) })),
  )
  return (
    <Card className="mt-5">
      <CardHeader title={t('told.try')} />
      <Form className="grid max-w-md gap-4 px-4 pt-3 pb-5 sm:px-5" method="post" reloadDocument>
        <SelectField defaultValue="week:" label={t('told.digest')} name="digest">
          {choices.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
        <div className="flex flex-wrap gap-2">
          <Button formAction="/account/notifications/preview" formMethod="get" formTarget="_blank" type="submit">
            {t('told.preview')}
          </Button>
          <Button name="intent" value="send">
            {t('told.send')}
          </Button>
        </div>
      </Form>
    </Card>
  )
}

interface SwitchFieldProps extends Omit<ComponentProps<'input'>, 'type' | 'role' | 'id'> {
  readonly label: string
  readonly help: ReactNode
}

/** A switch; submitted with its form. */
function SwitchField({ label, help, ...input }: SwitchFieldProps) {
  const id = useId()
  return (
    <div className="flex items-start gap-4 py-4">
      <div className="min-w-0 flex-1">
        <label className="font-medium" htmlFor={id}>
          {label}
        </label>
        <p className="mt-0.5 max-w-prose text-[13px] text-soft" id={`${id}-help`}>
          {help}
        </p>
      </div>
      <span className="relative mt-0.5 inline-flex h-6 w-11 shrink-0">
        <input
          {...input}
          aria-describedby={`${id}-help`}
          className="peer size-full cursor-pointer appearance-none rounded-full bg-edge transition-colors duration-150 checked:bg-series-1 disabled:cursor-default disabled:opacity-60"
          id={id}
          // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a checkbox tells its state by itself
          role="switch"
          type="checkbox"
        />
        <span
          aria-hidden
          className="pointer-events-none absolute top-0.5 start-0.5 size-5 rounded-full bg-[white] shadow-xs transition-transform duration-150 peer-checked:translate-x-5 rtl:peer-checked:-translate-x-5"
        />
      </span>
    </div>
  )
}
