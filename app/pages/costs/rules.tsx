import { type ReactNode, useId } from 'react'
import { Form, useNavigation } from 'react-router'
import { Button, Card, CardHeader, SelectField, TextField } from '../../ui/index.ts'
import type { CostOutcome, RulesModel } from './model.ts'
import { Outcome } from './outcome.tsx'

interface RuleCardProps {
  readonly title: string
  readonly note: string
  readonly kind: 'fee' | 'shipping' | 'handling' | 'return' | 'expense'
  readonly model: RulesModel
  readonly outcome: CostOutcome | undefined
  /** Said while there is no rule of the kind. */
  readonly none: string
}

/** The rules of a kind, each in words, and a form for a further one. */
export function RuleCard({ title, note, kind, model, outcome, none }: RuleCardProps) {
  const id = useId()
  const rules = model.rules.filter((rule) => rule.kind === kind)
  const own = outcome?.form === kind ? outcome : undefined
  return (
    <Card aria-labelledby={id}>
      <CardHeader id={id} note={note} title={title} />
      <div className="px-4 pb-4 sm:px-5 sm:pb-5">
        {rules.length === 0 ? (
          <p className="mt-3 text-soft">{none}</p>
        ) : (
          <ul className="mt-3 divide-y divide-line">
            {rules.map((rule) => (
              <li className="flex flex-wrap items-center justify-between gap-2 py-2" key={rule.id}>
                <span className="text-pretty">{rule.text}</span>
                {model.mayEnter && <RemoveForm id={rule.id} kind={kind} text={rule.text} />}
              </li>
            ))}
          </ul>
        )}
        {model.mayEnter && (
          <RuleForm key={own?.kind === 'saved' ? own.message : kind} kind={kind} model={model} outcome={own} />
        )}
      </div>
    </Card>
  )
}

function RemoveForm({ id, kind, text }: { readonly id: string; readonly kind: string; readonly text: string }) {
  return (
    <Form method="post" preventScrollReset>
      <input name="form" type="hidden" value={kind} />
      <input name="what" type="hidden" value="remove" />
      <input name="id" type="hidden" value={id} />
      <Button
        aria-label={`Delete the rule “${text}”`}
        kind="quiet"
        name="intent"
        size="small"
        type="submit"
        value="save"
      >
        Delete
      </Button>
    </Form>
  )
}

interface RuleFormProps {
  readonly kind: RuleCardProps['kind']
  readonly model: RulesModel
  readonly outcome: CostOutcome | undefined
}

function RuleForm({ kind, model, outcome }: RuleFormProps) {
  const busy = useNavigation().formData
  const isOwn = busy?.get('form') === kind && busy.get('what') === 'rule'
  const refused = outcome?.kind === 'refused' ? outcome : undefined
  const typed = outcome && outcome.kind !== 'saved' ? outcome.typed : {}
  const field: FieldOf = (name) => ({ name, defaultValue: typed[name] ?? '', error: refused?.fields[name] })
  return (
    <Form className="mt-5 grid gap-4" method="post" preventScrollReset>
      <input name="form" type="hidden" value={kind} />
      <input name="what" type="hidden" value="rule" />
      <input name="kind" type="hidden" value={kind} />
      <div className="grid gap-4 sm:grid-cols-3 xl:grid-cols-4">{fields[kind](field, model)}</div>
      <div className="flex flex-wrap items-center gap-2">
        <Button isBusy={isOwn && busy?.get('intent') === 'preview'} name="intent" type="submit" value="preview">
          What would change?
        </Button>
        <Button
          isBusy={isOwn && busy?.get('intent') === 'save'}
          kind="primary"
          name="intent"
          type="submit"
          value="save"
        >
          Add the rule
        </Button>
        <Outcome outcome={outcome} />
      </div>
    </Form>
  )
}

type FieldOf = (name: string) => {
  readonly name: string
  readonly defaultValue: string
  readonly error: string | undefined
}

function From({ field }: { readonly field: FieldOf }) {
  return <TextField {...field('from')} help="Empty: since ever." label="Valid from" type="date" />
}

function Money({ field, name, label, help }: { field: FieldOf; name: string; label: string; help?: string }) {
  return <TextField {...field(name)} autoComplete="off" help={help} inputMode="decimal" label={label} maxLength={20} />
}

function Region({ field }: { readonly field: FieldOf }) {
  return (
    <TextField
      {...field('region')}
      help="A country such as DE, or a state such as US-CA. Empty: everywhere."
      label="To"
      maxLength={40}
    />
  )
}

const fields: Readonly<Record<RuleCardProps['kind'], (field: FieldOf, model: RulesModel) => ReactNode>> = {
  fee: (field, { gateways, currency }) => (
    <>
      <TextField
        {...field('gateway')}
        help="As orders name it; * for a fee of the platform."
        label="Payment method"
        list="gateways"
        required
      />
      <datalist id="gateways">
        {gateways.map((gateway) => (
          <option key={gateway} value={gateway} />
        ))}
      </datalist>
      <Money field={field} label="Percent" name="percent" />
      <Money field={field} help={`In ${currency}, for each payment.`} label="Fixed part" name="fixed" />
      <From field={field} />
      <Money
        field={field}
        help="Added for buyers outside these countries."
        label="Foreign cards, percent"
        name="foreignCard"
      />
      <TextField {...field('regions')} help="Such as DE AT NL. Empty: no surcharge." label="Home countries" />
      <SelectField {...field('refund')} label="With a refund">
        <option value="kept">Nothing comes back</option>
        <option value="percent">The percentage comes back</option>
        <option value="all">All of it comes back</option>
      </SelectField>
    </>
  ),
  shipping: (field, { currency }) => (
    <>
      <SelectField {...field('type')} label="How carriers charge">
        <option value="perOrder">The same for each order</option>
        <option value="perUnit">For each piece</option>
        <option value="table">By weight</option>
        <option value="method">By shipping method</option>
        <option value="asCharged">As much as the buyer paid</option>
        <option value="nothing">Nothing</option>
      </SelectField>
      <Money field={field} help={`In ${currency}.`} label="Amount" name="amount" />
      <Region field={field} />
      <From field={field} />
      <TextField
        {...field('method')}
        help="By shipping method only: flat_rate or flat_rate:3."
        label="Method"
        maxLength={120}
      />
      <label className="block">
        <span className="mb-1.5 block font-medium">Weight steps</span>
        <textarea
          className="field-sizing-content min-h-10 w-full rounded-lg border border-edge bg-surface px-3 py-2 pointer-coarse:text-base"
          defaultValue={field('bands').defaultValue}
          name="bands"
          placeholder={'1 4.20\n5 6.90'}
          rows={2}
        />
        <span className="mt-1.5 block text-[13px] text-faint">By weight only: up to how many kg, and the amount.</span>
      </label>
      <Money field={field} help="For each kg begun above the last step." label="Above" name="perKgAbove" />
    </>
  ),
  handling: (field, { currency }) => (
    <>
      <Money field={field} help={`In ${currency}.`} label="For each order" name="perOrder" />
      <Money field={field} label="For each piece" name="perUnit" />
      <From field={field} />
    </>
  ),
  return: (field, { currency }) => (
    <>
      <Money
        field={field}
        help={`In ${currency}, once for each order with returned goods.`}
        label="Return label"
        name="label"
      />
      <Region field={field} />
      <From field={field} />
    </>
  ),
  expense: (field, { currency }) => (
    <>
      <TextField {...field('name')} label="What for" maxLength={120} required />
      <SelectField {...field('expense')} label="How it grows">
        <option value="perOrder">With each order</option>
        <option value="perPaidOrder">With each paid order</option>
        <option value="perUnit">With each piece</option>
        <option value="percent">With the value of goods</option>
      </SelectField>
      <Money field={field} help={`In ${currency}.`} label="Amount" name="amount" />
      <Money field={field} help="Of goods after discount." label="Percent" name="percent" />
      <TextField {...field('start')} label="First day" required type="date" />
      <TextField {...field('end')} help="Empty: no end." label="Last day" type="date" />
    </>
  ),
}
