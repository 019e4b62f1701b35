import { Form, useNavigation } from 'react-router'
import { Choice } from '../../blocks/fields/choices.tsx'
import { LinesField } from '../../blocks/fields/fields.tsx'
import { FormRefusal } from '../../blocks/fields/form-refusal.tsx'
import { Button, Card, SelectField, TextField } from '../../ui/index.ts'
import { lives, type ShareFailure, type ShareOption, shareViews, type TypedShare } from './model.ts'
import { useWords } from './words.ts'

interface ShareFormProps {
  readonly proposed: TypedShare
  readonly ranges: readonly ShareOption[]
  /** Whether profit and costs can be shared at all. */
  readonly seesProfit: boolean
  readonly failure: ShareFailure | undefined
}

/** What a new link shows, and to whom. */
export function ShareForm({ proposed, ranges, seesProfit, failure }: ShareFormProps) {
  const t = useWords()
  const isBusy = useNavigation().formMethod === 'POST'
  const typed = failure?.typed ?? proposed
  const errors = failure?.fields ?? {}
  const views = shareViews.filter((view) => seesProfit || view !== 'profit')
  return (
    <Card aria-label={t('newTitle')} className="py-5">
      <Form
        className="grid grid-cols-[minmax(0,1fr)] gap-5 px-4 sm:px-5"
        key={failure ? 'again' : 'first'}
        method="post"
        preventScrollReset
      >
        <FormRefusal failure={failure} />
        <Select
          label={t('view')}
          name="view"
          options={views.map((value) => ({ value, label: t(value) }))}
          value={typed.view}
        />
        <TextField
          autoComplete="off"
          defaultValue={typed.title}
          error={errors['title']}
          label={t('name')}
          maxLength={120}
          name="title"
          required
        />
        <Select
          label={t('kind')}
          name="kind"
          options={[
            { value: 'live', label: t('kindLive') },
            { value: 'frozen', label: t('kindFrozen') },
          ]}
          value={typed.kind}
        />
        <Select error={errors['range']} label={t('days')} name="range" options={ranges} value={typed.range} />
        <Extras error={errors['period']} seesProfit={seesProfit} typed={typed} />
        <TextField
          autoComplete="new-password"
          error={errors['password']}
          help={t('passwordHelp')}
          label={t('passwordLabel')}
          maxLength={200}
          name="password"
          type="password"
        />
        <Select
          error={errors['expires']}
          label={t('ends')}
          name="days"
          options={lives.map((value) => ({ value, label: t('endDays', { count: Number(value) }) }))}
          value={typed.days}
        />
        <LinesField
          defaultValue={typed.embedOn}
          error={errors['embedOn']}
          help={t('embedHelp')}
          label={t('embed')}
          name="embedOn"
          size="short"
        />
        <Button className="w-fit" isBusy={isBusy} kind="primary">
          {t('create')}
        </Button>
      </Form>
    </Card>
  )
}

interface ExtrasProps extends Pick<ShareFormProps, 'seesProfit'> {
  readonly typed: TypedShare
  readonly error: string | undefined
}

/** What whoever opens the link gets besides the view. */
function Extras({ typed, error, seesProfit }: ExtrasProps) {
  const t = useWords()
  return (
    <div className="grid gap-0.5">
      <Choice defaultChecked={typed.isChoosable} name="choosable">
        {t('letChoose')}
      </Choice>
      {error !== undefined && (
        <p className="text-[13px] text-bad" role="alert">
          {error}
        </p>
      )}
      {seesProfit && (
        <Choice defaultChecked={typed.hasCosts} name="costs">
          {t('withCosts')}
        </Choice>
      )}
      <Choice defaultChecked={typed.hasExport} name="export">
        {t('withExport')}
      </Choice>
    </div>
  )
}

interface SelectProps {
  readonly label: string
  readonly name: string
  readonly options: readonly ShareOption[]
  readonly value: string
  readonly error?: string | undefined
}

function Select({ label, name, options, value, error }: SelectProps) {
  return (
    <SelectField defaultValue={value} error={error} label={label} name={name}>
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </SelectField>
  )
}
