import { useRef, useState } from 'react'
import { Form, href, Link, useNavigation } from 'react-router'
import { Choice, Choices } from '../../blocks/fields/choices.tsx'
import { FormRefusal } from '../../blocks/fields/form-refusal.tsx'
import { X } from '../../icons.ts'
import { Button, Card, CardHeader, Notice, SelectField, TextField } from '../../ui/index.ts'
import type { AlertFailure, AlertFormModel, AlertOption, OptionGroup, PreviewModel, TypedAlert } from './model.ts'
import { QuietHours } from './places.tsx'
import { useWords } from './words.ts'

interface AlertFormProps {
  readonly model: AlertFormModel
  readonly failure: AlertFailure | undefined
}

/** What an alert watches and where it goes; looking back puts the fields into the address. */
export function AlertForm({ model, failure }: AlertFormProps) {
  const t = useWords()
  const { location, formMethod } = useNavigation()
  const typed = failure?.typed ?? model.typed
  const fields = { model, typed, errors: failure?.fields ?? {} }
  const isSaving = formMethod === 'POST'
  return (
    <Form className="grid grid-cols-[minmax(0,1fr)] gap-6" method="post" preventScrollReset>
      {/* Enter in a field saves; else it would press the first button, which is one of the filters. */}
      <button aria-hidden className="sr-only" tabIndex={-1} type="submit" />
      <FormRefusal failure={failure} />
      <Fields {...fields} key={JSON.stringify(typed)} />
      <PreviewCard of={model.preview} />
      <p className="flex flex-wrap gap-2">
        <Button isBusy={isSaving} kind="primary">
          {t('save')}
        </Button>
        <Button formMethod="get" formNoValidate isBusy={location !== undefined && !isSaving}>
          {t('try')}
        </Button>
      </p>
    </Form>
  )
}

interface FieldsProps {
  readonly model: AlertFormModel
  readonly typed: TypedAlert
  readonly errors: AlertFailure['fields']
}

/** What is asked depends on what is watched. */
function Fields({ model, typed, errors }: FieldsProps) {
  const t = useWords()
  const [op, setOp] = useState(typed.op)
  const own = { model, typed, errors }
  return (
    <>
      <Card className="py-5">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5 px-4 sm:px-5">
          <TextField
            autoComplete="off"
            defaultValue={typed.name}
            error={errors['name']}
            label={t('name')}
            maxLength={100}
            name="name"
            required
          />
          <SelectField
            error={errors['op']}
            label={t('op')}
            name="op"
            onChange={(event) => setOp(event.currentTarget.value)}
            value={op}
          >
            <Options
              options={(['below', 'above', 'unusual', 'finding'] as const).map((value) => ({
                value,
                label: t(`op_${value}`),
              }))}
            />
          </SelectField>
          {op === 'finding' ? (
            <SelectField defaultValue={typed.severity} label={t('severity')} name="severity">
              <Options
                options={(['error', 'warning'] as const).map((value) => ({ value, label: t(`rule_${value}`) }))}
              />
            </SelectField>
          ) : (
            <FigureFields {...own} />
          )}
          {(op === 'below' || op === 'above') && <BoundFields {...own} />}
        </div>
      </Card>
      <Card aria-labelledby="where-heading" className="pb-5">
        <CardHeader id="where-heading" note={t('inboxAlways')} title={t('where')} />
        <div className="mt-3 grid grid-cols-[minmax(0,1fr)] gap-4 px-4 sm:px-5">
          <WhereFields {...own} />
        </div>
      </Card>
    </>
  )
}

function FigureFields({ model, typed, errors }: FieldsProps) {
  const t = useWords()
  return (
    <>
      <SelectField defaultValue={typed.metric} error={errors['metric']} label={t('metric')} name="metric">
        <Groups groups={model.metrics} />
      </SelectField>
      <FilterRows errors={errors} model={model} typed={typed} />
      <SelectField defaultValue={typed.window} error={errors['window']} label={t('window')} name="window">
        <Options
          options={(['day', 'hour', '7d'] as const).map((each) => ({ value: each, label: t(`window_${each}`) }))}
        />
      </SelectField>
    </>
  )
}

/** What the metric is counted for. Without scripts the buttons ask for the page with a row more or less. */
function FilterRows({ model: { values }, typed, errors }: FieldsProps) {
  const t = useWords()
  const [rows, setRows] = useState(() => typed.filters.map((row, id) => ({ ...row, id })))
  const [next, setNext] = useState(rows.length)
  const more = useRef<HTMLButtonElement>(null)
  return (
    <Choices error={errors['filters']} legend={t('filters')}>
      <p className="text-[13px] text-soft">{t(rows.length === 0 ? 'filters_none' : 'filters_help')}</p>
      <div className="grid gap-2 empty:hidden">
        {rows.map(({ id, operator, value }, index) => (
          <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-2 sm:grid-cols-[8rem_minmax(0,1fr)_auto]" key={id}>
            <select
              className={rowSelect}
              aria-label={t('filter_operator', { number: index + 1 })}
              defaultValue={operator}
              name="operator"
              ref={id >= typed.filters.length ? focusOn : undefined}
            >
              <option value="is">{t('filter_is')}</option>
              <option value="is_not">{t('filter_is_not')}</option>
            </select>
            <select
              className={rowSelect}
              aria-label={t('filter_value', { number: index + 1 })}
              defaultValue={value}
              name="filter"
            >
              <option value="">{t('filter_choose')}</option>
              <Groups groups={values} />
            </select>
            <Button
              aria-label={t('filter_remove', { number: index + 1 })}
              formMethod="get"
              formNoValidate
              kind="quiet"
              name="without"
              onClick={(event) => {
                event.preventDefault()
                setRows(rows.filter((row) => row.id !== id))
                more.current?.focus()
              }}
              size="small"
              value={index}
            >
              <X aria-hidden className="size-4" />
            </Button>
          </div>
        ))}
      </div>
      {rows.length < mostFilters && (
        <Button
          className="mt-1 w-fit"
          formMethod="get"
          formNoValidate
          name="more"
          onClick={(event) => {
            event.preventDefault()
            setRows([...rows, { operator: 'is', value: '', id: next }])
            setNext(next + 1)
          }}
          ref={more}
          size="small"
          value="1"
        >
          {t('filter_add')}
        </Button>
      )}
    </Choices>
  )
}

const rowSelect =
  'h-10 min-w-0 rounded-lg border border-edge bg-surface px-3 text-ink shadow-xs pointer-coarse:h-11 pointer-coarse:text-base'

/** A row that was just added has the focus. */
function focusOn(select: HTMLSelectElement | null): void {
  select?.focus()
}

/** As many as a query of metrics takes. */
const mostFilters = 10

function BoundFields({ model: { currency }, typed, errors }: FieldsProps) {
  const t = useWords()
  const [kind, setKind] = useState(typed.kind)
  return (
    <>
      <SelectField
        label={t('boundKind')}
        name="kind"
        onChange={(event) => setKind(event.currentTarget.value)}
        value={kind}
      >
        <Options options={(['percent', 'value'] as const).map((each) => ({ value: each, label: t(`kind_${each}`) }))} />
      </SelectField>
      <TextField
        autoComplete="off"
        defaultValue={typed.bound}
        error={errors['bound']}
        help={kind === 'value' ? t('valueHelp', { currency: currency }) : t('boundHelp')}
        inputMode="decimal"
        label={t('bound')}
        maxLength={24}
        name="bound"
        required
      />
      <TextField
        autoComplete="off"
        defaultValue={typed.minOrders}
        error={errors['minOrders']}
        help={t('minOrdersHelp')}
        label={t('minOrders')}
        max={1_000_000}
        min={0}
        name="minOrders"
        required
        type="number"
      />
    </>
  )
}

function WhereFields({ model, typed, errors }: FieldsProps) {
  const t = useWords()
  const { slack, quiet } = model
  return (
    <>
      <Choice defaultChecked={typed.isMailed} name="mail" value="on">
        {t('mailMe')}
      </Choice>
      <div className="grid gap-1">
        <Choice defaultChecked={typed.isPushed} name="push" value="on">
          {t('pushMe')}
        </Choice>
        <p className="ps-6 text-[13px] text-soft">
          {t('pushWhich')}{' '}
          <Link className="touch-target rounded underline underline-offset-2" to={href('/account/notifications')}>
            {t('pushChoose')}
          </Link>
        </p>
      </div>
      {slack.length > 0 && (
        <SelectField defaultValue={typed.slack} error={errors['to']} label={t('slack')} name="slack">
          <option value="">{t('noSlack')}</option>
          <Options options={slack} />
        </SelectField>
      )}
      <div className="grid gap-1 text-[13px] text-soft">
        <p>{t('webhooks')}</p>
        <QuietHours quiet={quiet} />
      </div>
    </>
  )
}

function PreviewCard({ of: preview }: { readonly of: PreviewModel }) {
  const t = useWords()
  return (
    <Card aria-labelledby="preview-heading" className="pb-5">
      <CardHeader id="preview-heading" note={t('previewNote')} title={t('preview')} />
      <div aria-live="polite" className="mt-3 grid gap-3 px-4 text-[13px] sm:px-5">
        {preview.kind === 'none' && <p>{t('noPreview')}</p>}
        {preview.kind === 'refused' && <Notice severity="warning">{preview.message}</Notice>}
        {preview.kind === 'looked' && (
          <>
            <p className="font-medium text-[15px]">{preview.summary}</p>
            {preview.isOften && <Notice severity="warning">{t('often')}</Notice>}
            {preview.times.length > 0 && (
              <ul className="grid gap-1.5">
                {preview.times.map(({ key, when, what }) => (
                  <li key={key}>
                    <span className="text-faint">{when}</span> {what}
                  </li>
                ))}
              </ul>
            )}
            {preview.more !== null && <p className="text-soft">{preview.more}</p>}
            {preview.unknown !== null && <p className="text-soft">{preview.unknown}</p>}
          </>
        )}
      </div>
    </Card>
  )
}

function Groups({ groups }: { readonly groups: readonly OptionGroup[] }) {
  return groups.map(({ label, options }) => (
    <optgroup key={label} label={label}>
      <Options options={options} />
    </optgroup>
  ))
}

function Options({ options }: { readonly options: readonly AlertOption[] }) {
  return options.map(({ value, label }) => (
    <option key={value} value={value}>
      {label}
    </option>
  ))
}
