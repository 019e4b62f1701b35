import { Form, href, Link } from 'react-router'
import { DateField } from '../../blocks/calendar/date-field.tsx'
import { Download, History } from '../../icons.ts'
import { Tagged } from '../../language/index.ts'
import { Button, buttonClass, Card, CardHeader, EmptyState, SelectField } from '../../ui/index.ts'
import type { ActivityLabels, ActivityModel } from './model.ts'

type Log = NonNullable<ActivityModel['log']>

interface LogProps {
  readonly log: Log
  readonly labels: ActivityLabels
  readonly domain: string
}

/** Who did what, with filters that stand in the address. */
export function ActivityPage({ log, labels, domain }: LogProps) {
  const { entries, next } = log
  const all = href('/shop/:domain/settings/activity', { domain })
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <Filters domain={domain} labels={labels} log={log} />
      {entries.length === 0 ? (
        <EmptyState icon={History} title={labels.none}>
          <Link className="rounded underline underline-offset-3" to={all}>
            {labels.noneAdvice}
          </Link>
        </EmptyState>
      ) : (
        <Card aria-labelledby="activity-heading">
          <CardHeader id="activity-heading" title={labels.list} />
          <ul className="mt-1 divide-y divide-line">
            {entries.map((entry) => (
              <li className="px-4 py-3 text-[13px] sm:px-5" key={entry.id}>
                <Entry labels={labels} of={entry} />
              </li>
            ))}
          </ul>
        </Card>
      )}
      <p className="flex flex-wrap gap-2">
        {(log.isLater || log.file !== '') && (
          <Link className={buttonClass()} to={log.isLater ? `${all}${log.file}` : all}>
            {log.isLater ? labels.first : labels.all}
          </Link>
        )}
        {next !== null && (
          <Link className={buttonClass()} to={`${all}${next}`}>
            {labels.next}
          </Link>
        )}
      </p>
    </div>
  )
}

function Entry({ of, labels }: { readonly of: Log['entries'][number]; readonly labels: ActivityLabels }) {
  const { sentence, about, changes } = of
  return (
    <>
      <p className="break-words font-medium">
        <Tagged tags={apart} text={sentence} />
      </p>
      <p className="break-words text-faint">{about}</p>
      {changes.length > 0 && (
        <ul aria-label={labels.changes} className="mt-1 text-soft">
          {changes.map((change) => (
            <li className="break-words" key={change}>
              <Tagged tags={apart} text={change} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

const isolated = (name: string) => <bdi>{name}</bdi>

/** Names and values, which may run in another direction than the sentence around them. */
const apart = { actor: isolated, target: isolated, value: isolated }

function Filters({ log, labels, domain }: LogProps) {
  const { filters, actors, actions, shops, file } = log
  const { from, to, actor, action, shop } = filters
  return (
    <Form className="grid grid-cols-1 items-end gap-3 sm:grid-cols-2" key={file} method="get">
      <DateField defaultValue={from} label={labels.from} name="from" />
      <DateField defaultValue={to} label={labels.to} name="to" />
      <SelectField defaultValue={actor} label={labels.actor} name="actor">
        <Options choices={actors} none={labels.anybody} />
      </SelectField>
      <SelectField defaultValue={action} label={labels.action} name="action">
        <Options choices={actions} none={labels.anything} />
      </SelectField>
      <SelectField defaultValue={shop} label={labels.shop} name="shop">
        <Options choices={shops} none={labels.anyShop} />
      </SelectField>
      <p className="flex flex-wrap gap-2">
        <Button kind="secondary" type="submit">
          {labels.show}
        </Button>
        <a
          className={buttonClass()}
          download
          href={href('/shop/:domain/settings/activity.csv', { domain }) + file}
          title={labels.csvAbout}
        >
          <Download aria-hidden className="size-4" />
          CSV
        </a>
      </p>
    </Form>
  )
}

function Options({ choices, none }: { readonly choices: Log['actors']; readonly none: string }) {
  return (
    <>
      <option value="">{none}</option>
      {choices.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </>
  )
}
