import { type ReactNode, useId } from 'react'
import { DateField } from '../../blocks/calendar/date-field.tsx'
import { SelectField, TextField } from '../../ui/index.ts'
import type { RulesModel } from './model.ts'
import { useWords } from './words.ts'

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
  const t = useWords()
  return <DateField {...field('from')} help={t('form.fromHelp')} label={t('form.from')} />
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
  const t = useWords()
  return <TextField {...field('region')} help={t('field.regionHelp')} label={t('field.region')} maxLength={40} />
}

function FeeFields({ field, model: { gateways, currency } }: FieldsProps) {
  const t = useWords()
  const list = useId()
  return (
    <>
      <TextField {...field('gateway')} help={t('field.gatewayHelp')} label={t('field.gateway')} list={list} required />
      <datalist id={list}>
        {gateways.map((gateway) => (
          <option key={gateway}>{gateway}</option>
        ))}
      </datalist>
      <Money field={field} label={t('form.percent')} name="percent" />
      <Money field={field} help={t('field.fixedHelp', { currency })} label={t('field.fixed')} name="fixed" />
      <From field={field} />
      <Money field={field} help={t('field.foreignCardHelp')} label={t('field.foreignCard')} name="foreignCard" />
      <TextField {...field('regions')} help={t('field.regionsHelp')} label={t('field.regions')} />
      <SelectField {...field('refund')} label={t('field.refund')}>
        <option value="kept">{t('field.refund.kept')}</option>
        <option value="percent">{t('field.refund.percent')}</option>
        <option value="all">{t('field.refund.all')}</option>
      </SelectField>
      <Money field={field} help={t('field.disputeHelp', { currency })} label={t('field.dispute')} name="dispute" />
    </>
  )
}

function ShippingFields({ field, model: { currency } }: FieldsProps) {
  const t = useWords()
  return (
    <>
      <SelectField {...field('type')} label={t('field.type')}>
        <option value="perOrder">{t('field.type.perOrder')}</option>
        <option value="perUnit">{t('field.type.perUnit')}</option>
        <option value="table">{t('field.type.table')}</option>
        <option value="method">{t('field.type.method')}</option>
        <option value="asCharged">{t('field.type.asCharged')}</option>
        <option value="nothing">{t('field.type.nothing')}</option>
      </SelectField>
      <Money field={field} help={t('field.amountHelp', { currency })} label={t('form.amount')} name="amount" />
      <Region field={field} />
      <From field={field} />
      <TextField {...field('method')} help={t('field.methodHelp')} label={t('field.method')} maxLength={120} />
      <label className="block">
        <span className="mb-1.5 block font-medium">{t('field.bands')}</span>
        <textarea
          className="field-sizing-content min-h-10 w-full rounded-lg border border-edge bg-surface px-3 py-2 pointer-coarse:text-base"
          defaultValue={field('bands').defaultValue}
          dir="ltr"
          name="bands"
          placeholder={'1 4.20\n5 6.90'}
          rows={2}
        />
        <span className="mt-1.5 block text-[13px] text-faint">{t('field.bandsHelp')}</span>
      </label>
      <Money field={field} help={t('field.perKgAboveHelp')} label={t('field.perKgAbove')} name="perKgAbove" />
    </>
  )
}

function HandlingFields({ field, model: { currency } }: FieldsProps) {
  const t = useWords()
  return (
    <>
      <Money field={field} help={t('form.inCurrency', { currency })} label={t('field.perOrder')} name="perOrder" />
      <Money field={field} label={t('field.perUnit')} name="perUnit" />
      <From field={field} />
    </>
  )
}

function ReturnFields({ field, model: { currency } }: FieldsProps) {
  const t = useWords()
  return (
    <>
      <Money field={field} help={t('field.labelHelp', { currency })} label={t('field.label')} name="label" />
      <Region field={field} />
      <From field={field} />
    </>
  )
}

function ExpenseFields({ field, model: { currency } }: FieldsProps) {
  const t = useWords()
  return (
    <>
      <TextField {...field('name')} label={t('field.name')} maxLength={120} required />
      <SelectField {...field('expense')} label={t('field.expense')}>
        <option value="perOrder">{t('field.expense.perOrder')}</option>
        <option value="perPaidOrder">{t('field.expense.perPaidOrder')}</option>
        <option value="perUnit">{t('field.expense.perUnit')}</option>
        <option value="percent">{t('field.expense.percent')}</option>
      </SelectField>
      <Money field={field} help={t('form.inCurrency', { currency })} label={t('form.amount')} name="amount" />
      <Money field={field} help={t('field.expensePercentHelp')} label={t('form.percent')} name="percent" />
      <DateField {...field('start')} label={t('form.firstDay')} required />
      <DateField {...field('end')} help={t('form.lastDayHelp')} label={t('form.lastDay')} />
    </>
  )
}

function MetaFields({ field }: Pick<FieldsProps, 'field'>) {
  const t = useWords()
  return (
    <>
      <TextField {...field('key')} help={t('field.keyHelp')} label={t('field.key')} maxLength={120} required />
      <TextField {...field('field')} help={t('field.placeHelp')} label={t('field.place')} maxLength={120} />
      <SelectField {...field('in')} label={t('form.currency')}>
        <option value="order">{t('field.in.order')}</option>
        <option value="shop">{t('field.in.shop')}</option>
        <option value="key">{t('field.in.key')}</option>
      </SelectField>
      <TextField
        {...field('currencyKey')}
        help={t('field.currencyKeyHelp')}
        label={t('field.currencyKey')}
        maxLength={120}
      />
      <SelectField {...field('scale')} label={t('field.scale')}>
        <option value="1">{t('field.scale.1')}</option>
        <option value="0.01">{t('field.scale.0.01')}</option>
        <option value="-1">{t('field.scale.-1')}</option>
        <option value="-0.01">{t('field.scale.-0.01')}</option>
      </SelectField>
    </>
  )
}

function FeeMetaFields({ field, model: { gateways } }: FieldsProps) {
  const t = useWords()
  const list = useId()
  return (
    <>
      <MetaFields field={field} />
      <TextField
        {...field('gateway')}
        help={t('field.anyGateway')}
        label={t('field.gateway')}
        list={list}
        maxLength={120}
      />
      <datalist id={list}>
        {gateways.map((gateway) => (
          <option key={gateway}>{gateway}</option>
        ))}
      </datalist>
    </>
  )
}

function LabelMetaFields({ field }: FieldsProps) {
  const t = useWords()
  return (
    <>
      <MetaFields field={field} />
      <SelectField {...field('addsUp')} label={t('field.addsUp')}>
        <option value="true">{t('field.addsUp.true')}</option>
        <option value="false">{t('field.addsUp.false')}</option>
      </SelectField>
      <TextField
        {...field('refundedField')}
        help={t('field.refundedFieldHelp')}
        label={t('field.refundedField')}
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
