import { Form, href, Link, useNavigation } from 'react-router'
import { Badge, Button, Card, CardHeader, TextField } from '../../ui/index.ts'
import type { AlertFailure, AlertWords, QuietModel, SlackModel } from './model.ts'

interface QuietHoursProps {
  readonly quiet: QuietModel
  readonly words: AlertWords
}

/** When the person gets no mails, and where that is changed. */
export function QuietHours({ quiet, words }: QuietHoursProps) {
  return (
    <p>
      {quiet ? words.quiet.replace('{from}', quiet.from).replace('{until}', quiet.until) : words.noQuiet}{' '}
      <Link className="touch-target rounded underline underline-offset-2" to={href('/account/notifications')}>
        {words.setQuiet}
      </Link>
    </p>
  )
}

interface SlackCardProps {
  readonly slack: readonly SlackModel[]
  readonly words: AlertWords
  readonly failure: AlertFailure | undefined
}

/** Places in Slack that alerts of the shop can go to. */
export function SlackCard({ slack, words, failure }: SlackCardProps) {
  const isBusy = useNavigation().formData?.get('intent') === 'slack-add'
  const errors = failure?.typed === null ? failure.fields : {}
  return (
    <Card aria-labelledby="slack-heading" className="pb-5">
      <CardHeader id="slack-heading" note={words.slackNote} title={words.slackTitle} />
      {slack.length === 0 ? (
        <p className="px-4 pt-2 text-[13px] text-soft sm:px-5">{words.slackNone}</p>
      ) : (
        <ul className="mt-1 divide-y divide-line">
          {slack.map((place) => (
            <li className="flex flex-wrap items-center justify-between gap-3 px-4 py-3 sm:px-5" key={place.id}>
              <SlackRow of={place} words={words} />
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
          error={errors['name']}
          label={words.slackName}
          maxLength={80}
          name="name"
          placeholder="#sales"
          required
        />
        <TextField
          autoComplete="off"
          error={errors['url']}
          help={words.slackUrlHelp}
          inputMode="url"
          label={words.slackUrl}
          maxLength={500}
          name="url"
          placeholder="https://hooks.slack.com/services/…"
          required
        />
        <Button className="w-fit" isBusy={isBusy}>
          {words.slackAdd}
        </Button>
      </Form>
    </Card>
  )
}

function SlackRow({
  of: { id, name, isOn, standing },
  words,
}: {
  readonly of: SlackModel
  readonly words: AlertWords
}) {
  return (
    <>
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          <span className="break-words" dir="auto">
            {name}
          </span>
          {!isOn && <Badge tone="bad">{words.slackOff}</Badge>}
        </p>
        <p className="break-words text-[13px] text-faint">{standing}</p>
      </div>
      <Form className="flex flex-wrap gap-2" method="post" preventScrollReset>
        <input name="slack" type="hidden" value={id} />
        {!isOn && (
          <Button name="intent" size="small" value="slack-on">
            {words.slackResume.replace('{name}', name)}
          </Button>
        )}
        <Button kind="danger" name="intent" size="small" value="slack-remove">
          {words.slackRemove.replace('{name}', name)}
        </Button>
      </Form>
    </>
  )
}
