import { Form, href, Link, useNavigation } from 'react-router'
import { ServerText } from '../../language/index.ts'
import { Badge, Button, Card, CardHeader, TextField } from '../../ui/index.ts'
import type { AlertFailure, QuietModel, SlackModel } from './model.ts'
import { useWords } from './words.ts'

/** When the person gets no mails, and where that is changed. */
export function QuietHours({ quiet }: { readonly quiet: QuietModel }) {
  const t = useWords()
  return (
    <p>
      {quiet ? t('quiet', { from: quiet.from, until: quiet.until }) : t('noQuiet')}{' '}
      <Link className="touch-target rounded underline underline-offset-2" to={href('/account/notifications')}>
        {t('setQuiet')}
      </Link>
    </p>
  )
}

interface SlackCardProps {
  readonly slack: readonly SlackModel[]
  readonly failure: AlertFailure | undefined
}

/** Places in Slack that alerts of the shop can go to. */
export function SlackCard({ slack, failure }: SlackCardProps) {
  const t = useWords()
  const isBusy = useNavigation().formData?.get('intent') === 'slack-add'
  const errors = failure?.typed === null ? failure.fields : {}
  return (
    <Card aria-labelledby="slack-heading" className="pb-5">
      <CardHeader id="slack-heading" note={t('slackNote')} title={t('slackTitle')} />
      {slack.length === 0 ? (
        <p className="px-4 pt-2 text-[13px] text-soft sm:px-5">{t('slackNone')}</p>
      ) : (
        <ul className="mt-1 divide-y divide-line">
          {slack.map((place) => (
            <li className="flex flex-wrap items-center justify-between gap-3 px-4 py-3 sm:px-5" key={place.id}>
              <SlackRow of={place} />
            </li>
          ))}
        </ul>
      )}
      <Form
        className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-4 px-4 sm:px-5"
        key={failure ? 'again' : `${slack.length}`}
        method="post"
        preventScrollReset
      >
        <input name="intent" type="hidden" value="slack-add" />
        <TextField
          autoComplete="off"
          dir="auto"
          error={errors['name']}
          label={t('slackName')}
          maxLength={80}
          name="name"
          placeholder="#sales"
          required
        />
        <TextField
          autoComplete="off"
          error={errors['url']}
          help={t('slackUrlHelp')}
          dir="ltr"
          inputMode="url"
          label={t('slackUrl')}
          maxLength={500}
          name="url"
          placeholder="https://hooks.slack.com/services/…"
          required
        />
        <Button className="w-fit" isBusy={isBusy}>
          {t('slackAdd')}
        </Button>
      </Form>
    </Card>
  )
}

function SlackRow({ of: { id, name, isOn, standing, reason } }: { readonly of: SlackModel }) {
  const t = useWords()
  return (
    <>
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          <span className="break-words" dir="auto">
            {name}
          </span>
          {!isOn && <Badge tone="bad">{t('slackOff')}</Badge>}
        </p>
        <p className="break-words text-[13px] text-faint">{isOn ? standing : <ServerText>{reason}</ServerText>}</p>
      </div>
      <Form className="flex flex-wrap gap-2" method="post" preventScrollReset>
        <input name="slack" type="hidden" value={id} />
        {!isOn && (
          <Button name="intent" size="small" value="slack-on">
            {t('slackResume', { name })}
          </Button>
        )}
        <Button kind="danger" name="intent" size="small" value="slack-remove">
          {t('slackRemove', { name })}
        </Button>
      </Form>
    </>
  )
}
