import { useState } from 'react'
import { Form } from 'react-router'
import { SelectField, TextField } from '../../ui/index.ts'
import type { CostOutcome, TimeLineModel } from './model.ts'
import { FormButtons, HiddenFields, Outcome, ReasonField, typedOf } from './outcome.tsx'
import { PartsField } from './parts-field.tsx'

/** The form's name in what it leads to. */
export const entryForm = 'entry'

interface EntryFormProps {
  readonly line: TimeLineModel
  readonly seen: string | null
  readonly outcome: CostOutcome | undefined
}

/** A further dated cost of a variant: an amount, a share of the price, or what it is made of. */
export function EntryForm({ line, outcome, seen }: EntryFormProps) {
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
        <TextField {...field('from')} help="Empty: from the beginning." label="Valid from" type="date" />
        <SelectField {...field('kind', 'amount')} label="Given as" onChange={({ target }) => setKind(target.value)}>
          <option value="amount">an amount for a piece</option>
          <option value="percent">a percentage of the price</option>
          <option value="madeOf">made of other goods</option>
        </SelectField>
        {!isMade && (
          <>
            <TextField
              {...field('cost')}
              autoComplete="off"
              help="0.00 for goods that are really free."
              inputMode="decimal"
              label="Cost"
              maxLength={20}
              required
            />
            <TextField {...field('currency', line.currency)} label="Currency" maxLength={3} />
          </>
        )}
        <TextField {...field('country')} help="A country such as DE. Empty: everywhere." label="To" maxLength={40} />
        <TextField
          {...field('minQuantity', '1')}
          help="More than 1 for a step; a step needs a cost from 1 piece on."
          inputMode="numeric"
          label="From so many pieces on"
          maxLength={7}
        />
        {!isMade && (
          <SelectField
            {...field('steps', 'whole')}
            help="12.00, from 2 pieces 10.50: 3 pieces cost 31.50 for all at the step, 33.00 each at its own."
            label="With steps"
          >
            <option value="whole">all pieces at the step reached</option>
            <option value="graduated">each piece at its own step</option>
          </SelectField>
        )}
        <TextField {...field('note')} label="Note" maxLength={500} />
      </div>
      {isMade && <PartsField domain={line.domain} typed={typed} variant={line.variant} />}
      <Outcome outcome={outcome} />
      <ReasonField outcome={outcome} />
      <FormButtons form={entryForm} outcome={outcome} save="Add the cost" />
    </Form>
  )
}
