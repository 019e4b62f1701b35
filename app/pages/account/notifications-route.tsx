import type { NotificationSettings } from '@tillsight/domain'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { Form, href, redirect } from 'react-router'
import { PageTitle } from '../../frame/basic/index.ts'
import { ShieldCheck } from '../../icons.ts'
import { guarded, identityContext, servicesContext, signedIn } from '../../request.server.ts'
import { Button, Card } from '../../ui/index.ts'
import type { Route } from './+types/notifications-route.ts'
import { readNotifications } from './change-account.server.ts'
import { PageHead, UnsavedGuard, useBusy, useChanged } from './parts.tsx'

export const loader = guarded(async ({ context }: Route.LoaderArgs) => {
  const [settings, { email }] = await Promise.all([
    context.get(servicesContext).run('notifications.get'),
    signedIn(context.get(identityContext)),
  ])
  return { settings, email }
})

export const action = guarded(async ({ context, request }: Route.ActionArgs) => {
  const { run } = context.get(servicesContext)
  await run('notifications.save', readNotifications(await request.formData(), await run('notifications.get')))
  return redirect(`${href('/account/notifications')}?done=notifications`)
})

export default function NotificationsRoute({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <PageTitle>Notifications</PageTitle>
      <NotificationsPage {...loaderData} />
    </>
  )
}

interface NotificationsPageProps {
  readonly settings: NotificationSettings
  readonly email: string
}

/** Which emails the person receives. */
function NotificationsPage({ settings, email }: NotificationsPageProps) {
  const { isChanged, watch } = useChanged(settings)
  return (
    <>
      <PageHead title="Notifications">
        {email ? `What we write to ${email} about.` : 'You have no e-mail address yet, so nothing is sent.'}
      </PageHead>
      <Card className="px-4 sm:px-5">
        <Form method="post" onChange={watch}>
          <div className="divide-y divide-line">
            <SwitchField
              defaultChecked={settings.dataHealth}
              help="A connection that broke, figures that dropped without a reason: whatever needs somebody."
              label="Trouble with your data"
              name="dataHealth"
              value="on"
            />
            <SwitchField
              defaultChecked={false}
              disabled
              help="Not yet: this version does not send it. It will bring the figures of each shop every Monday morning."
              label="Weekly summary"
              name="weeklySummary"
              value="on"
            />
            <SwitchField
              defaultChecked={false}
              disabled
              help="Not yet: this version does not send any. They will say what is new in Tillsight, a few times a year."
              label="Product news"
              name="productNews"
              value="on"
            />
          </div>
          <div className="grid gap-4 border-line border-t py-4">
            <UnsavedGuard isChanged={isChanged} />
            <Button
              className="w-fit"
              isBusy={useBusy('notifications')}
              kind="primary"
              name="intent"
              value="notifications"
            >
              Save
            </Button>
          </div>
        </Form>
      </Card>
      <p className="mt-5 flex items-start gap-2.5 px-1 text-[13px] text-soft">
        <ShieldCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-faint" />
        Mails about the security of your account, such as a changed password or address, are always sent.
      </p>
    </>
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
