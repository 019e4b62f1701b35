import { useState } from 'react'
import { Form } from 'react-router'
import { DateField } from '../../blocks/calendar/date-field.tsx'
import { SelectField, TextField } from '../../ui/index.ts'
import type { CostOutcome, TimeLineModel } from './model.ts'
import { FormButtons, HiddenFields, Outcome, ReasonField, typedOf } from './outcome.tsx'
import { PartsField } from './parts-field.tsx'
import { useWords } from './words.ts'

/** The form's name in what it leads to. */
export const entryForm = 'entry'

interface EntryFormProps {
  readonly line: TimeLineModel
  readonly seen: string | null
  readonly outcome: CostOutcome | undefined
}

/** A further dated cost of a variant: an amount, a share of the price, or what it is made of. */
export function EntryForm({ line, outcome, seen }: EntryFormProps) {
  const t = useWords()
  const errors = outcome?.kind === 'refused' ? outcome.fields : {}
  const typed = typedOf(outcome)
  const [kind, setKind] = useState(typed['kind'] ?? 'amount')
  const isMade = kind === 'madeOf'
  const field = (name: string, usual = '') => ({
    name,
    defaultValue: typed[name] ?? usual,
    error: errors[name] ?? errors[`goods.entries.0.${name}`],
  })
  return (
    <Form className="grid gap-4 px-4 pt-3 pb-4 sm:px-5 sm:pb-5" method="post" preventScrollReset>
      <HiddenFields fields={{ form: entryForm, what: 'entry', variant: line.variant, seen }} />
      <div className="grid gap-4 sm:grid-cols-3 xl:grid-cols-4">
        <DateField {...field('from')} help={t('form.fromHelp')} label={t('form.from')} />
        <SelectField
          {...field('kind', 'amount')}
          label={t('entry.kind')}
          onChange={({ target }) => setKind(target.value)}
        >
          <option value="amount">{t('entry.kind.amount')}</option>
          <option value="percent">{t('entry.kind.percent')}</option>
          <option value="madeOf">{t('entry.kind.madeOf')}</option>
        </SelectField>
        {!isMade && (
          <>
            <TextField
              {...field('cost')}
              autoComplete="off"
              help={t('entry.costHelp')}
              inputMode="decimal"
              label={t('entry.cost')}
              maxLength={20}
              required
            />
            <TextField {...field('currency', line.currency)} label={t('form.currency')} maxLength={3} />
          </>
        )}
        <TextField {...field('country')} help={t('entry.countryHelp')} label={t('form.country')} maxLength={40} />
        <TextField
          {...field('minQuantity', '1')}
          help={t('entry.minQuantityHelp')}
          inputMode="numeric"
          label={t('entry.minQuantity')}
          maxLength={7}
        />
        {!isMade && (
          <SelectField {...field('steps', 'whole')} help={t('entry.stepsHelp')} label={t('entry.steps')}>
            <option value="whole">{t('entry.steps.whole')}</option>
            <option value="graduated">{t('entry.steps.graduated')}</option>
          </SelectField>
        )}
        <TextField {...field('note')} label={t('form.note')} maxLength={500} />
      </div>
      {isMade && <PartsField domain={line.domain} typed={typed} variant={line.variant} />}
      <Outcome outcome={outcome} />
      <ReasonField outcome={outcome} />
      <FormButtons form={entryForm} outcome={outcome} save={t('entry.add')} />
    </Form>
  )
}
