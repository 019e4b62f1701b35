import { type ReactNode, useId } from 'react'
import { SelectField, TextField } from '../../ui/index.ts'
import type { RulesModel } from './model.ts'

/** What a rule is about. */
export type RuleKind = 'fee' | 'shipping' | 'handling' | 'return' | 'expense' | 'feeMeta' | 'labelMeta'

/** Name, content and problem of a field. */
export type FieldOf = (name: string) => {
  readonly name: string
  readonly defaultValue: string
  readonly error: string | undefined
}

interface FieldsProps {
  readonly field: FieldOf
  readonly model: RulesModel
}

/** The fields of a rule. */
export function RuleFields({ kind, ...props }: FieldsProps & { readonly kind: RuleKind }) {
  const Fields = fields[kind]
  return <Fields {...props} />
}

function From({ field }: Pick<FieldsProps, 'field'>) {
  return <TextField {...field('from')} help="Empty: from the beginning." label="Valid from" type="date" />
}

interface MoneyProps extends Pick<FieldsProps, 'field'> {
  readonly name: string
  readonly label: string
  readonly help?: string
}

function Money({ field, name, label, help }: MoneyProps) {
  return <TextField {...field(name)} autoComplete="off" help={help} inputMode="decimal" label={label} maxLength={20} />
}

function Region({ field }: Pick<FieldsProps, 'field'>) {
  return (
    <TextField
      {...field('region')}
      help="A country such as DE, or a state such as US-CA. Empty: everywhere."
      label="To"
      maxLength={40}
    />
  )
}

function FeeFields({ field, model: { gateways, currency } }: FieldsProps) {
  const list = useId()
  return (
    <>
      <TextField
        {...field('gateway')}
        help="As orders name it; * for a fee of the platform."
        label="Payment method"
        list={list}
        required
      />
      <datalist id={list}>
        {gateways.map((gateway) => (
          <option key={gateway}>{gateway}</option>
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
      <Money
        field={field}
        help={`In ${currency}, for each. Empty: not known. One that is won gives it back.`}
        label="Disputes"
        name="dispute"
      />
    </>
  )
}

function ShippingFields({ field, model: { currency } }: FieldsProps) {
  return (
    <>
      <SelectField {...field('type')} label="How carriers charge">
        <option value="perOrder">The same for each order</option>
        <option value="perUnit">For each piece</option>
        <option value="table">By weight</option>
        <option value="method">By shipping method</option>
        <option value="asCharged">As much as the buyer paid</option>
        <option value="nothing">Nothing</option>
      </SelectField>
      <Money field={field} help={`In ${currency}. Not needed by weight.`} label="Amount" name="amount" />
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
        <span className="mt-1.5 block text-[13px] text-faint">
          By weight only. A line for each step: up to how many kg, and the amount.
        </span>
      </label>
      <Money
        field={field}
        help="By weight only: for each kg begun above the last step."
        label="Above the last step"
        name="perKgAbove"
      />
    </>
  )
}

function HandlingFields({ field, model: { currency } }: FieldsProps) {
  return (
    <>
      <Money field={field} help={`In ${currency}.`} label="For each order" name="perOrder" />
      <Money field={field} label="For each piece" name="perUnit" />
      <From field={field} />
    </>
  )
}

function ReturnFields({ field, model: { currency } }: FieldsProps) {
  return (
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
  )
}

function ExpenseFields({ field, model: { currency } }: FieldsProps) {
  return (
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
  )
}

function MetaFields({ field }: Pick<FieldsProps, 'field'>) {
  return (
    <>
      <TextField
        {...field('key')}
        help="As the plug-in calls it, such as payfast_amount_fee."
        label="Field of the order"
        maxLength={120}
        required
      />
      <TextField
        {...field('field')}
        help="Only where the field holds several values, such as paypal_fee.value."
        label="Place in it"
        maxLength={120}
      />
      <SelectField {...field('in')} label="Currency">
        <option value="order">The order’s</option>
        <option value="shop">The shop’s</option>
        <option value="key">As another field says</option>
      </SelectField>
      <TextField
        {...field('currencyKey')}
        help="If another field says it."
        label="Field of the currency"
        maxLength={120}
      />
      <SelectField {...field('scale')} label="How it is written">
        <option value="1">As an amount: 1.75</option>
        <option value="0.01">In hundredths: 175</option>
        <option value="-1">Below zero: -1.75</option>
        <option value="-0.01">In hundredths below zero: -175</option>
      </SelectField>
    </>
  )
}

function FeeMetaFields({ field, model: { gateways } }: FieldsProps) {
  const list = useId()
  return (
    <>
      <MetaFields field={field} />
      <TextField {...field('gateway')} help="Empty: any." label="Payment method" list={list} maxLength={120} />
      <datalist id={list}>
        {gateways.map((gateway) => (
          <option key={gateway}>{gateway}</option>
        ))}
      </datalist>
    </>
  )
}

function LabelMetaFields({ field }: FieldsProps) {
  return (
    <>
      <MetaFields field={field} />
      <SelectField {...field('addsUp')} label="Several parcels">
        <option value="true">Add up</option>
        <option value="false">The first counts</option>
      </SelectField>
      <TextField
        {...field('refundedField')}
        help="A parcel with anything at this place costs nothing."
        label="Place of a refunded label"
        maxLength={120}
      />
    </>
  )
}

const fields: Readonly<Record<RuleKind, (props: FieldsProps) => ReactNode>> = {
  fee: FeeFields,
  shipping: ShippingFields,
  handling: HandlingFields,
  return: ReturnFields,
  expense: ExpenseFields,
  feeMeta: FeeMetaFields,
  labelMeta: LabelMetaFields,
}
