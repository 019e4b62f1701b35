import { type ComponentProps, useId } from 'react'
import { Form, href, Link, useNavigation } from 'react-router'
import { DateField } from '../../blocks/calendar/date-field.tsx'
import { Coins } from '../../icons.ts'
import { useText } from '../../language/index.ts'
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
import { useWords } from './words.ts'

/** One page of the entries. */
export function EntriesCard({ model }: { readonly model: SpendModel }) {
  const { entries, spent, pages, mayEnter } = model
  const t = useWords()
  if (entries.length === 0) {
    return (
      <EmptyState icon={Coins} title={t('list.none')}>
        {t('list.noneText')}
      </EmptyState>
    )
  }
  return (
    <Card aria-labelledby="entries-heading">
      <div className="pb-3.5">
        <CardHeader id="entries-heading" note={spent && t('list.note', { amount: spent })} title={t('list.title')} />
      </div>
      <DataTable
        caption={t('list.caption')}
        columns={[
          { key: 'amount', label: t('column.amount') },
          { key: 'spent', label: t('column.spent') },
          { key: 'days', label: t('column.days'), isText: true },
          { key: 'counts', label: t('column.counts'), isText: true },
          ...(mayEnter ? [{ key: 'change', label: t('list.edit'), isText: true }] : []),
        ]}
        labelHeader={{ label: t('column.channel') }}
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
          aria-label={t('list.pages')}
          className="flex items-center gap-3 border-line border-t px-4 py-3 text-[13px] sm:px-5"
        >
          {pages.before !== null && (
            <Link className={buttonClass('secondary', 'small')} to={pages.before}>
              {t('list.later')}
            </Link>
          )}
          <span className="text-soft">{pages.text}</span>
          {pages.after !== null && (
            <Link className={buttonClass('secondary', 'small')} to={pages.after}>
              {t('list.earlier')}
            </Link>
          )}
        </nav>
      )}
    </Card>
  )
}

function Label({ entry }: { readonly entry: EntryModel }) {
  const t = useWords()
  return (
    <>
      <span className="block truncate text-match-parent font-medium" dir="auto" title={entry.channel}>
        {entry.channel}
      </span>
      {entry.about !== '' && (
        <span className="block truncate text-match-parent text-soft" dir="auto" title={entry.about}>
          {entry.about}
        </span>
      )}
      {entry.note !== '' && (
        <span className="block truncate text-match-parent text-faint text-xs" dir="auto" title={entry.note}>
          {entry.note}
        </span>
      )}
      {entry.isWaiting && <Badge tone="warn">{t('list.waiting')}</Badge>}
    </>
  )
}

function EditLink({ entry }: { readonly entry: EntryModel }) {
  const t = useWords()
  const about = entry.about === '' ? entry.channel : `${entry.channel}, ${entry.about}`
  return (
    <Link
      aria-label={t('list.editOf', { name: about })}
      className="cards-action touch-target rounded text-accent underline-offset-3 hover:underline"
      to={`?edit=${entry.id}#entry`}
    >
      {t('list.edit')}
    </Link>
  )
}

interface EntryFormProps {
  readonly model: SpendModel
  readonly refused: Extract<SpendOutcome, { kind: 'refused' }> | undefined
}

const repetitions = ['never', 'day', 'week', 'month', 'quarter', 'year'] as const

/** Adds an entry, or edits the one in the address. */
export function EntryForm({ model, refused }: EntryFormProps) {
  const { edited } = model
  const t = useWords()
  return (
    <Card aria-labelledby="entry-heading" className="pb-5" id="entry">
      <CardHeader
        id="entry-heading"
        note={t(edited ? 'form.editNote' : 'form.addNote')}
        title={t(edited ? 'form.edit' : 'form.add')}
      />
      <Form className="mt-4 grid gap-5 px-4 sm:px-5" key={`${edited?.id ?? 'new'} ${model.entryCount}`} method="post">
        {refused && (
          <div role="alert">
            <Notice severity="serious">{refused.message}</Notice>
          </div>
        )}
        <input name="entry" type="hidden" value={edited?.id ?? ''} />
        <Fields errors={refused?.fields ?? {}} model={model} typed={typedOf(model, refused)} />
        <Buttons domain={model.domain} isEdited={edited !== null} label={t(edited ? 'form.save' : 'form.add')} />
      </Form>
      {edited && <DeleteForm canEnd={edited.canEnd} id={edited.id} />}
    </Card>
  )
}

function typedOf({ edited, today, currency }: SpendModel, refused: EntryFormProps['refused']): TypedSpendEntry {
  return refused?.typed ?? edited?.typed ?? { ...empty, firstDay: today, currency }
}

interface ButtonsProps {
  readonly domain: string
  readonly isEdited: boolean
  readonly label: string
}

function Buttons({ domain, isEdited, label }: ButtonsProps) {
  const t = useWords()
  const isBusy = useNavigation().formData?.get('intent') === 'save'
  return (
    <p className="flex flex-wrap gap-2">
      <Button isBusy={isBusy} kind="primary" name="intent" type="submit" value="save">
        {label}
      </Button>
      {isEdited && (
        <Link className={buttonClass('quiet')} to={href('/shop/:domain/campaigns/spend', { domain })}>
          {t('form.cancel')}
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
  const t = useWords()
  const channels = useId()
  const field: FieldOf = (name) => ({ name, defaultValue: typed[name], error: errors[name] })
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-3">
        <TextField
          {...field('channel')}
          autoComplete="off"
          help={t('field.channelHelp')}
          label={t('column.channel')}
          list={channels}
          maxLength={60}
          required
        />
        <TextField
          {...field('name')}
          autoComplete="off"
          help={t('field.nameHelp')}
          label={t('field.name')}
          maxLength={120}
        />
        <TextField {...field('campaign')} autoComplete="off" label={t('field.campaign')} maxLength={120} />
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
        <SelectField {...field('repeats')} label={t('field.repeats')}>
          {repetitions.map((value) => (
            <option key={value} value={value}>
              {t(`repeats.${value}`)}
            </option>
          ))}
        </SelectField>
        <DateField {...field('firstDay')} label={t('field.firstDay')} required />
        <DateField {...field('lastDay')} help={t('field.lastDayHelp')} label={t('field.lastDay')} />
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
  const t = useWords()
  return (
    <div className="grid gap-5 sm:grid-cols-4">
      <TextField
        {...field('amount')}
        autoComplete="off"
        help={t('field.amountHelp')}
        inputMode="decimal"
        label={t('column.amount')}
        maxLength={20}
        required
      />
      <SelectField {...field('percentOf')} help={t('field.percentOfHelp')} label={t('field.percentOf')}>
        <option value="">{t('field.money')}</option>
        {model.figures.map(({ value, label }) => (
          <option key={value} value={value}>
            {t('field.percent', { metric: label })}
          </option>
        ))}
      </SelectField>
      <SelectField {...field('currency')} label={t('field.currency')}>
        {model.currencies.map(({ code, label }) => (
          <option key={code} value={code}>
            {label}
          </option>
        ))}
      </SelectField>
      <SelectField {...field('countsAs')} help={t('field.countsHelp')} label={t('column.counts')}>
        <option value="ad_spend">{t('option.ad_spend')}</option>
        <option value="marketing">{t('option.marketing')}</option>
        <option value="expense">{t('option.expense')}</option>
      </SelectField>
    </div>
  )
}

function NoteField({ error, ...area }: ComponentProps<'textarea'> & { readonly error: string | undefined }) {
  const id = useId()
  const t = useWords()
  const basics = useText()
  return (
    <div>
      <label className="mb-1.5 block font-medium" htmlFor={id}>
        {t('field.note')} <span className="ms-0.5 font-normal text-faint">{basics('field.optional')}</span>
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
  const t = useWords()
  const intent = useNavigation().formData?.get('intent')
  return (
    <details className="mx-4 mt-5 border-line border-t pt-4 sm:mx-5">
      <summary className={`${buttonClass('danger')} list-none [&::-webkit-details-marker]:hidden`}>
        {t('delete.open')}
      </summary>
      <p className="mt-3 mb-3 max-w-prose text-pretty text-[13px] text-soft">
        {t(canEnd ? 'delete.choice' : 'delete.whole')}
      </p>
      <Form className="flex flex-wrap gap-2" method="post">
        <input name="entry" type="hidden" value={id} />
        {canEnd && (
          <Button isBusy={intent === 'end'} name="intent" type="submit" value="end">
            {t('delete.end')}
          </Button>
        )}
        <Button isBusy={intent === 'remove'} kind="danger" name="intent" type="submit" value="remove">
          {t('delete.remove')}
        </Button>
      </Form>
    </details>
  )
}
