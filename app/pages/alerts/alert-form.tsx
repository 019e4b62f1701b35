import { useState } from 'react'
import { Form, href, Link, useNavigation } from 'react-router'
import { Choice } from '../../blocks/fields/choices.tsx'
import { FormRefusal } from '../../blocks/fields/form-refusal.tsx'
import { Button, Card, CardHeader, Notice, SelectField, TextField } from '../../ui/index.ts'
import type {
  AlertFailure,
  AlertFormModel,
  AlertOption,
  AlertWords,
  OptionGroup,
  PreviewModel,
  TypedAlert,
} from './model.ts'
import { QuietHours } from './places.tsx'

interface AlertFormProps {
  readonly model: AlertFormModel
  readonly words: AlertWords
  readonly failure: AlertFailure | undefined
}

/** What an alert watches and where it goes; looking back puts the fields into the address. */
export function AlertForm({ model, words, failure }: AlertFormProps) {
  const { location, formMethod } = useNavigation()
  const typed = failure?.typed ?? model.typed
  const fields = { model, typed, words, errors: failure?.fields ?? {} }
  const isSaving = formMethod === 'POST'
  return (
    <Form className="grid grid-cols-[minmax(0,1fr)] gap-6" method="post" preventScrollReset>
      <FormRefusal failure={failure} />
      <Fields {...fields} key={JSON.stringify(typed)} />
      <PreviewCard of={model.preview} words={words} />
      <p className="flex flex-wrap gap-2">
        <Button isBusy={isSaving} kind="primary">
          {words.save}
        </Button>
        <Button formMethod="get" formNoValidate isBusy={location !== undefined && !isSaving}>
          {words.try}
        </Button>
      </p>
    </Form>
  )
}

interface FieldsProps extends Pick<AlertFormProps, 'model' | 'words'> {
  readonly typed: TypedAlert
  readonly errors: AlertFailure['fields']
}

/** What is asked depends on what is watched. */
function Fields({ model, typed, words, errors }: FieldsProps) {
  const [op, setOp] = useState(typed.op)
  const own = { model, typed, words, errors }
  return (
    <>
      <Card className="py-5">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5 px-4 sm:px-5">
          <TextField
            autoComplete="off"
            defaultValue={typed.name}
            error={errors['name']}
            label={words.name}
            maxLength={100}
            name="name"
            required
          />
          <SelectField
            error={errors['op']}
            label={words.op}
            name="op"
            onChange={(event) => setOp(event.currentTarget.value)}
            value={op}
          >
            <Options
              options={(['below', 'above', 'unusual', 'finding'] as const).map((value) => ({
                value,
                label: words[`op_${value}`],
              }))}
            />
          </SelectField>
          {op === 'finding' ? (
            <SelectField defaultValue={typed.severity} label={words.severity} name="severity">
              <Options
                options={(['error', 'warning'] as const).map((value) => ({ value, label: words[`rule_${value}`] }))}
              />
            </SelectField>
          ) : (
            <FigureFields {...own} />
          )}
          {(op === 'below' || op === 'above') && <BoundFields {...own} />}
        </div>
      </Card>
      <Card aria-labelledby="where-heading" className="pb-5">
        <CardHeader id="where-heading" note={words.inboxAlways} title={words.where} />
        <div className="mt-3 grid grid-cols-[minmax(0,1fr)] gap-4 px-4 sm:px-5">
          <WhereFields {...own} />
        </div>
      </Card>
    </>
  )
}

function FigureFields({ model, typed, words, errors }: FieldsProps) {
  const { metrics, only, kept } = model
  const isThere = typed.only === '' || typed.only === 'kept' || isAmong(only, typed.only)
  const [, ...value] = typed.only.split(':')
  return (
    <>
      <SelectField defaultValue={typed.metric} error={errors['metric']} label={words.metric} name="metric">
        <Groups groups={metrics} />
      </SelectField>
      <SelectField defaultValue={typed.only} error={errors['filters']} label={words.only} name="only">
        <option value="">{words.everything}</option>
        {kept !== null && <option value="kept">{words.kept.replace('{filters}', kept)}</option>}
        {!isThere && <option value={typed.only}>{value.join(':')}</option>}
        <Groups groups={only} />
      </SelectField>
      <SelectField defaultValue={typed.window} error={errors['window']} label={words.window} name="window">
        <Options
          options={(['day', 'hour', '7d'] as const).map((each) => ({ value: each, label: words[`window_${each}`] }))}
        />
      </SelectField>
    </>
  )
}

function isAmong(groups: readonly OptionGroup[], value: string): boolean {
  return groups.some(({ options }) => options.some((option) => option.value === value))
}

function BoundFields({ model: { currency }, typed, words, errors }: FieldsProps) {
  const [kind, setKind] = useState(typed.kind)
  return (
    <>
      <SelectField
        label={words.boundKind}
        name="kind"
        onChange={(event) => setKind(event.currentTarget.value)}
        value={kind}
      >
        <Options
          options={(['percent', 'value'] as const).map((each) => ({ value: each, label: words[`kind_${each}`] }))}
        />
      </SelectField>
      <TextField
        autoComplete="off"
        defaultValue={typed.bound}
        error={errors['bound']}
        help={kind === 'value' ? words.valueHelp.replace('{currency}', currency) : words.boundHelp}
        inputMode="decimal"
        label={words.bound}
        maxLength={24}
        name="bound"
        required
      />
      <TextField
        autoComplete="off"
        defaultValue={typed.minOrders}
        error={errors['minOrders']}
        help={words.minOrdersHelp}
        label={words.minOrders}
        max={1_000_000}
        min={0}
        name="minOrders"
        required
        type="number"
      />
    </>
  )
}

function WhereFields({ model, typed, words, errors }: FieldsProps) {
  const { slack, quiet } = model
  return (
    <>
      <Choice defaultChecked={typed.isMailed} name="mail" value="on">
        {words.mailMe}
      </Choice>
      <div className="grid gap-1">
        <Choice defaultChecked={typed.isPushed} name="push" value="on">
          {words.pushMe}
        </Choice>
        <p className="ps-6 text-[13px] text-soft">
          {words.pushWhich}{' '}
          <Link className="touch-target rounded underline underline-offset-2" to={href('/account/notifications')}>
            {words.pushChoose}
          </Link>
        </p>
      </div>
      {slack.length > 0 && (
        <SelectField defaultValue={typed.slack} error={errors['to']} label={words.slack} name="slack">
          <option value="">{words.noSlack}</option>
          <Options options={slack} />
        </SelectField>
      )}
      <div className="grid gap-1 text-[13px] text-soft">
        <p>{words.webhooks}</p>
        <QuietHours quiet={quiet} words={words} />
      </div>
    </>
  )
}

function PreviewCard({ of: preview, words }: { readonly of: PreviewModel; readonly words: AlertWords }) {
  return (
    <Card aria-labelledby="preview-heading" className="pb-5">
      <CardHeader id="preview-heading" note={words.previewNote} title={words.preview} />
      <div aria-live="polite" className="mt-3 grid gap-3 px-4 text-[13px] sm:px-5">
        {preview.kind === 'none' && <p>{words.noPreview}</p>}
        {preview.kind === 'refused' && <Notice severity="warning">{preview.message}</Notice>}
        {preview.kind === 'looked' && (
          <>
            <p className="font-medium text-[15px]">{preview.summary}</p>
            {preview.isOften && <Notice severity="warning">{words.often}</Notice>}
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
