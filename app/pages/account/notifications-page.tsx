import type { NotificationSettings } from '@tillsight/domain'
import { ShieldCheck } from 'lucide-react'
import { Form } from 'react-router'
import { Button, Card } from '../../ui/index.ts'
import { PageHead } from './page-head.tsx'
import { SwitchField } from './switch-field.tsx'
import { UnsavedGuard } from './unsaved-guard.tsx'
import { useBusy } from './use-busy.ts'
import { useChanged } from './use-changed.ts'

interface NotificationsPageProps {
  readonly settings: NotificationSettings
  readonly email: string
}

/** What the person is written about. */
export function NotificationsPage({ settings, email }: NotificationsPageProps) {
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
