import { type ComponentProps, useId } from 'react'
import { Form, href, Link, useNavigation } from 'react-router'
import { Coins } from '../../icons.ts'
import {
  Badge,
  Button,
  buttonClass,
  Card,
  CardHeader,
  DataTable,
  EmptyState,
  Notice,
  SelectField,
  TextField,
} from '../../ui/index.ts'
import type { EntryModel, SpendModel, SpendOutcome, TypedSpendEntry } from './model.ts'

/** One page of the entries. */
export function EntriesCard({ model }: { readonly model: SpendModel }) {
  const { entries, spent, pages, mayEnter } = model
  if (entries.length === 0) {
    return (
      <EmptyState icon={Coins} title="Nothing entered yet">
        What is spent outside the ad platforms stands here, day by day in every figure of spend once it is entered.
      </EmptyState>
    )
  }
  return (
    <Card aria-labelledby="entries-heading">
      <div className="pb-3.5">
        <CardHeader id="entries-heading" note={spent && `${spent} through today`} title="Entries" />
      </div>
      <DataTable
        caption="Entries, the latest first"
        columns={[
          { key: 'amount', label: 'Amount' },
          { key: 'spent', label: 'Through today' },
          { key: 'days', label: 'Days', isText: true },
          { key: 'counts', label: 'Counts as', isText: true },
          ...(mayEnter ? [{ key: 'change', label: 'Change', isText: true }] : []),
        ]}
        labelHeader={{ label: 'Channel' }}
        rows={entries.map((entry) => ({
          key: entry.id,
          label: <Label entry={entry} />,
          cells: [
            entry.amount,
            entry.spent,
            entry.days,
            <Badge key="counts" tone={entry.countsAs.tone}>
              {entry.countsAs.label}
            </Badge>,
            ...(mayEnter ? [<EditLink entry={entry} key="change" />] : []),
          ],
        }))}
      />
      {pages.text !== null && (
        <nav
          aria-label="Pages of entries"
          className="flex items-center gap-3 border-line border-t px-4 py-3 text-[13px] sm:px-5"
        >
          {pages.before !== null && (
            <Link className={buttonClass('secondary', 'small')} to={pages.before}>
              Later
            </Link>
          )}
          <span className="text-soft">{pages.text}</span>
          {pages.after !== null && (
            <Link className={buttonClass('secondary', 'small')} to={pages.after}>
              Earlier
            </Link>
          )}
        </nav>
      )}
    </Card>
  )
}

function Label({ entry }: { readonly entry: EntryModel }) {
  return (
    <>
      <span className="block truncate font-medium" title={entry.channel}>
        {entry.channel}
      </span>
      {entry.about !== '' && (
        <span className="block truncate text-soft" title={entry.about}>
          {entry.about}
        </span>
      )}
      {entry.note !== '' && (
        <span className="block truncate text-faint text-xs" title={entry.note}>
          {entry.note}
        </span>
      )}
      {entry.isWaiting && <Badge tone="warn">Not in the figures yet</Badge>}
    </>
  )
}

function EditLink({ entry }: { readonly entry: EntryModel }) {
  const about = entry.about === '' ? entry.channel : `${entry.channel}, ${entry.about}`
  return (
    <Link
      aria-label={`Change ${about}`}
      className="touch-target rounded text-accent underline-offset-3 hover:underline"
      to={`?edit=${entry.id}#entry`}
    >
      Change
    </Link>
  )
}

interface EntryFormProps {
  readonly model: SpendModel
  readonly refused: Extract<SpendOutcome, { kind: 'refused' }> | undefined
}

const repetitions = {
  never: 'Once, spread evenly over its days',
  day: 'Every day',
  week: 'Every week',
  month: 'Every month',
  quarter: 'Every quarter',
  year: 'Every year',
} as const

/** Adds an entry, or edits the one in the address. */
export function EntryForm({ model, refused }: EntryFormProps) {
  const { edited } = model
  const words = edited ? changing : adding
  return (
    <Card aria-labelledby="entry-heading" className="pb-5" id="entry">
      <CardHeader id="entry-heading" note={words.note} title={words.title} />
      <Form className="mt-4 grid gap-5 px-4 sm:px-5" key={`${edited?.id ?? 'new'} ${model.entryCount}`} method="post">
        {refused && (
          <div role="alert">
            <Notice severity="serious">{refused.message}</Notice>
          </div>
        )}
        <input name="entry" type="hidden" value={edited?.id ?? ''} />
        <Fields errors={refused?.fields ?? {}} model={model} typed={typedOf(model, refused)} />
        <Buttons domain={model.domain} isEdited={edited !== null} label={words.button} />
      </Form>
      {edited && <DeleteForm canEnd={edited.canEnd} id={edited.id} />}
    </Card>
  )
}

const adding = {
  title: 'Add an entry',
  note: 'What an ad platform does not tell: creators, print, radio, an agency.',
  button: 'Add the entry',
} as const
const changing = {
  title: 'Change an entry',
  note: 'Past figures follow the change.',
  button: 'Save the change',
} as const

function typedOf({ edited, today, currency }: SpendModel, refused: EntryFormProps['refused']): TypedSpendEntry {
  return refused?.typed ?? edited?.typed ?? { ...empty, firstDay: today, currency }
}

interface ButtonsProps {
  readonly domain: string
  readonly isEdited: boolean
  readonly label: string
}

function Buttons({ domain, isEdited, label }: ButtonsProps) {
  const isBusy = useNavigation().formData?.get('intent') === 'save'
  return (
    <p className="flex flex-wrap gap-2">
      <Button isBusy={isBusy} kind="primary" name="intent" type="submit" value="save">
        {label}
      </Button>
      {isEdited && (
        <Link className={buttonClass('quiet')} to={href('/shop/:domain/campaigns/spend', { domain })}>
          Leave it as it is
        </Link>
      )}
    </p>
  )
}

const empty: TypedSpendEntry = {
  channel: '',
  campaign: '',
  name: '',
  firstDay: '',
  lastDay: '',
  amount: '',
  percentOf: '',
  currency: '',
  repeats: 'never',
  countsAs: 'ad_spend',
  note: '',
}

interface FieldsProps {
  readonly model: SpendModel
  readonly typed: TypedSpendEntry
  readonly errors: Readonly<Record<string, string>>
}

function Fields({ model, typed, errors }: FieldsProps) {
  const channels = useId()
  const field: FieldOf = (name) => ({ name, defaultValue: typed[name], error: errors[name] })
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-3">
        <TextField
          {...field('channel')}
          autoComplete="off"
          help="Stands beside the ad platforms: Influencers, Print."
          label="Channel"
          list={channels}
          maxLength={60}
          required
        />
        <TextField
          {...field('name')}
          autoComplete="off"
          help="Such as a creator or a leaflet."
          label="What for"
          maxLength={120}
        />
        <TextField {...field('campaign')} autoComplete="off" label="Campaign" maxLength={120} />
        <datalist id={channels}>
          {model.channels.map((channel) => (
            <option key={channel} value={channel}>
              {channel}
            </option>
          ))}
        </datalist>
      </div>
      <AmountFields field={field} model={model} />
      <div className="grid gap-5 sm:grid-cols-3">
        <SelectField {...field('repeats')} label="How often">
          {Object.entries(repetitions).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
        <TextField {...field('firstDay')} label="First day" required type="date" />
        <TextField
          {...field('lastDay')}
          help="Empty: that day alone, or until further notice."
          label="Last day"
          type="date"
        />
      </div>
      <NoteField {...field('note')} />
    </>
  )
}

type FieldOf = (name: keyof TypedSpendEntry) => {
  readonly name: string
  readonly defaultValue: string
  readonly error: string | undefined
}

function AmountFields({ field, model }: Pick<FieldsProps, 'model'> & { readonly field: FieldOf }) {
  return (
    <div className="grid gap-5 sm:grid-cols-4">
      <TextField
        {...field('amount')}
        autoComplete="off"
        help="With a point: 1234.50. Of the whole, of each period, or in percent."
        inputMode="decimal"
        label="Amount"
        maxLength={20}
        required
      />
      <SelectField
        {...field('percentOf')}
        help="A percentage follows the figure day by day; currency and how often play no part."
        label="Given as"
      >
        <option value="">Money</option>
        {model.figures.map(({ value, label }) => (
          <option key={value} value={value}>
            Percent of {label}
          </option>
        ))}
      </SelectField>
      <SelectField {...field('currency')} label="Currency">
        {model.currencies.map(({ code, label }) => (
          <option key={code} value={code}>
            {label}
          </option>
        ))}
      </SelectField>
      <SelectField
        {...field('countsAs')}
        help="Ad spend is part of marketing spend, too. Other expenses, such as rent and wages, only lower net profit."
        label="Counts as"
      >
        <option value="ad_spend">Ad spend</option>
        <option value="marketing">Marketing (agency, tools)</option>
        <option value="expense">Other expense (rent, wages)</option>
      </SelectField>
    </div>
  )
}

function NoteField({ error, ...area }: ComponentProps<'textarea'> & { readonly error: string | undefined }) {
  const id = useId()
  return (
    <div>
      <label className="mb-1.5 block font-medium" htmlFor={id}>
        Note
        <span className="ms-1.5 font-normal text-faint">optional</span>
      </label>
      <textarea
        {...area}
        aria-describedby={error ? `${id}-error` : undefined}
        aria-invalid={error ? true : undefined}
        className="field-sizing-content min-h-10 w-full rounded-lg border border-edge bg-surface px-3 py-2 text-ink shadow-xs focus-visible:outline-offset-0 aria-invalid:border-bad pointer-coarse:text-base"
        id={id}
        maxLength={500}
        rows={2}
      />
      {error && (
        <p className="mt-1.5 text-[13px] text-bad" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  )
}

function DeleteForm({ id, canEnd }: { readonly id: string; readonly canEnd: boolean }) {
  const intent = useNavigation().formData?.get('intent')
  return (
    <details className="mx-4 mt-5 border-line border-t pt-4 sm:mx-5">
      <summary className={`${buttonClass('danger')} list-none [&::-webkit-details-marker]:hidden`}>
        Delete this entry…
      </summary>
      <p className="mt-3 mb-3 max-w-prose text-pretty text-[13px] text-soft">
        {canEnd
          ? 'From today: it ends with yesterday, and past figures stay. As if it never was: its days go out of all figures, past ones too.'
          : 'Its days go out of all figures, past ones too.'}
      </p>
      <Form className="flex flex-wrap gap-2" method="post">
        <input name="entry" type="hidden" value={id} />
        {canEnd && (
          <Button isBusy={intent === 'end'} name="intent" type="submit" value="end">
            From today
          </Button>
        )}
        <Button isBusy={intent === 'remove'} kind="danger" name="intent" type="submit" value="remove">
          {canEnd ? 'As if it never was' : 'Delete this entry'}
        </Button>
      </Form>
    </details>
  )
}
