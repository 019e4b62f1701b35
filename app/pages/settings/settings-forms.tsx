import { type ComponentProps, type ReactNode, useId } from 'react'
import { LinesField } from '../../blocks/fields/fields.tsx'
import { languageNames, languages } from '../../language/index.ts'
import { SelectField, TextField } from '../../ui/index.ts'
import type { SettingsFailure, SettingsModel } from './model.ts'
import { SettingsCard } from './settings-card.tsx'

interface CheckFieldProps extends ComponentProps<'input'> {
  readonly label: string
  readonly help: ReactNode
}

/** A checkbox; sends `yes` when checked. */
function CheckField({ label, help, ...input }: CheckFieldProps) {
  const id = useId()
  return (
    <div className="flex items-start gap-2.5">
      <input
        {...input}
        aria-describedby={`${id}-help`}
        className="mt-0.5 size-4 shrink-0 accent-(--color-accent)"
        id={id}
        type="checkbox"
        value="yes"
      />
      <div>
        <label className="font-medium" htmlFor={id}>
          {label}
        </label>
        <p className="text-[13px] text-faint" id={`${id}-help`}>
          {help}
        </p>
      </div>
    </div>
  )
}

interface OrdersFormProps {
  readonly model: SettingsModel
  /** Failure of this form's last attempt. */
  readonly failure: SettingsFailure | undefined
}

const testRules = [
  { name: 'gateways', label: 'Payment methods', example: 'bogus' },
  { name: 'emails', label: 'Buyers', example: '*@agency.example' },
  { name: 'coupons', label: 'Coupon codes', example: 'TEST100' },
  { name: 'tags', label: 'Tags', example: 'test' },
] as const

/** Which orders are counted, and which are tests. */
export function OrdersForm({ model, failure }: OrdersFormProps) {
  const { settings, effort, mayChange } = model
  const { countUnpaid, excludedStatuses, tests } = settings
  const typed = failure?.typed
  return (
    <SettingsCard
      effect={`Past figures are computed again from the ${effort.orders} stored orders, which takes ${effort.ledger}. Until then pages mix what was and what will be.`}
      failure={failure}
      form="orders"
      isLocked={!mayChange}
      note="Cancelled, failed and trashed orders never count."
      stored={JSON.stringify([countUnpaid, excludedStatuses, tests])}
      title="Orders that count"
    >
      <CheckField
        defaultChecked={typed ? typed.countUnpaid === 'yes' : countUnpaid}
        help="Bank transfers and invoices: their money is expected later. Off, an order counts once it is paid."
        label="Count orders that are not paid yet"
        name="countUnpaid"
      />
      <LinesField
        autoCapitalize="none"
        defaultValue={typed?.excludedStatuses ?? excludedStatuses.join('\n')}
        error={failure?.fields.excludedStatuses}
        isOptional
        help="One a line, as the store calls them. All others count, also those that a plug-in invents later."
        label="Statuses left out"
        name="excludedStatuses"
        placeholder="wholesale"
        size="short"
      />
      <div className="grid gap-4 rounded-lg border border-line p-4">
        <div>
          <h3 className="font-medium">Test orders</h3>
          <p className="text-[13px] text-faint">
            An order that meets one of these is a test and in no figure. One a line; * stands for any text.
          </p>
        </div>
        <div className="grid gap-4 sm:grid-cols-2">
          {testRules.map(({ name, label, example }) => (
            <LinesField
              autoCapitalize="none"
              defaultValue={typed?.[name] ?? tests[name].join('\n')}
              error={failure?.fields[name]}
              isOptional
              help={`Such as ${example}`}
              key={name}
              label={label}
              name={name}
              size="short"
            />
          ))}
        </div>
      </div>
    </SettingsCard>
  )
}

interface PreferenceFormProps {
  readonly model: SettingsModel
  /** Of this form's last attempt. */
  readonly failure: SettingsFailure | undefined
}

const themes = { system: 'As the device says', light: 'Light', dark: 'Dark' } as const

const numberFormats = {
  'en-US': '1,234.56 (US English)',
  'en-GB': '1,234.56 (British English)',
  'de-DE': '1.234,56 (German)',
  'fr-FR': '1 234,56 (French)',
  'es-ES': '1.234,56 (Spanish)',
  'nl-NL': '1.234,56 (Dutch)',
  'ar-EG': '١٬٢٣٤٫٥٦ (Arabic)',
} as const

const decimals = ['0', '1', '2', '3', '4', '5', '6'] as const
const columns = ['1', '2', '3', '4', '5', '6'] as const

/** The person's own display preference for this shop. */
export function PreferenceForm({ model, failure }: PreferenceFormProps) {
  const { preference, currencies, shop } = model
  const { language, theme, currency, decimal, numbers, grid, fluid } = preference
  const typed = failure?.typed
  const choice = (name: 'language' | 'theme' | 'currency' | 'decimal' | 'numbers' | 'grid') => ({
    defaultValue: typed?.[name] ?? String(preference[name]),
    error: failure?.fields[name],
    name,
  })
  return (
    <SettingsCard
      effect="Figures in another currency are converted with the rate of each day. Nothing stored changes."
      failure={failure}
      form="preferences"
      note="How this shop’s pages look to you. Nobody else sees a difference."
      stored={JSON.stringify([language, theme, currency, decimal, numbers, grid, fluid])}
      title="Just for you"
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <SelectField {...choice('language')} label="Language">
          <option value="">As in your profile</option>
          {languages.map((code) => (
            <option key={code} lang={code} value={code}>
              {languageNames[code]}
            </option>
          ))}
        </SelectField>
        <SelectField {...choice('theme')} label="Colours">
          <Options of={themes} />
        </SelectField>
        <SelectField {...choice('currency')} help={`The shop’s own is ${shop.currency}.`} label="Display currency">
          {currencies.map(({ code, label }) => (
            <option key={code} value={code}>
              {label}
            </option>
          ))}
        </SelectField>
        <SelectField {...choice('decimal')} label="Decimals of money">
          {decimals.map((digits) => (
            <option key={digits} value={digits}>
              {digits}
            </option>
          ))}
        </SelectField>
        <SelectField {...choice('numbers')} label="Numbers">
          <Options of={numberFormats} />
        </SelectField>
        <SelectField
          {...choice('grid')}
          help="On a wide screen; narrow ones show fewer."
          label="Columns of the summary"
        >
          {columns.map((count) => (
            <option key={count} value={count}>
              {count}
            </option>
          ))}
        </SelectField>
      </div>
      <CheckField
        defaultChecked={typed ? typed.fluid === 'yes' : fluid}
        help="Off, it stops at a width that is easy to read."
        label="Let the summary fill the whole window"
        name="fluid"
      />
    </SettingsCard>
  )
}

function Options({ of }: { readonly of: Readonly<Record<string, string>> }) {
  return Object.entries(of).map(([value, label]) => (
    <option key={value} value={value}>
      {label}
    </option>
  ))
}

interface SettingsFormProps {
  readonly model: SettingsModel
  /** Of this form's last attempt. */
  readonly failure: SettingsFailure | undefined
}

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const

const bases = {
  orderRevenue: 'Order revenue: with shipping and tax, before returns',
  sales: 'Sales: with shipping and tax, after returns',
  netRevenue: 'Net revenue: without tax, after returns',
} as const

/** Name, time zone, currency and the definitions of ratios. */
export function ShopForm({ model, failure }: SettingsFormProps) {
  const { shop, settings, zones, effort, mayChange } = model
  const typed = failure?.typed ?? {}
  return (
    <SettingsCard
      effect={`Another time zone moves orders to other days: past days are counted again, which takes ${effort.days}. Nothing else here changes a past figure.`}
      failure={failure}
      form="shop"
      isLocked={!mayChange}
      note="The same for everybody who sees this shop."
      stored={JSON.stringify([
        shop.name,
        shop.zone,
        settings.weekStartsOn,
        settings.ratioBasis,
        settings.viewersSeeProfit,
      ])}
      title="Shop"
    >
      <TextField
        autoComplete="off"
        defaultValue={typed.name ?? shop.name}
        error={failure?.fields.name}
        label="Name"
        maxLength={200}
        name="name"
        required
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <SelectField
          defaultValue={typed.zone ?? shop.zone}
          error={failure?.fields.zone}
          help="Days begin and end here."
          label="Time zone"
          name="zone"
        >
          {(zones.includes(shop.zone) ? zones : [shop.zone, ...zones]).map((zone) => (
            <option key={zone} value={zone}>
              {zone.replaceAll('_', ' ')}
            </option>
          ))}
        </SelectField>
        <SelectField
          defaultValue={typed.weekStartsOn ?? settings.weekStartsOn}
          error={failure?.fields.weekStartsOn}
          label="First day of the week"
          name="weekStartsOn"
        >
          {weekdays.map((name, index) => (
            <option key={name} value={index + 1}>
              {name}
            </option>
          ))}
        </SelectField>
      </div>
      <SelectField
        defaultValue={typed.ratioBasis ?? settings.ratioBasis}
        error={failure?.fields.ratioBasis}
        help="What return on ad spend and its kin divide. Tiles name it when it is not order revenue."
        label="Ratios are taken of"
        name="ratioBasis"
      >
        {Object.entries(bases).map(([basis, label]) => (
          <option key={basis} value={basis}>
            {label}
          </option>
        ))}
      </SelectField>
      <ViewersField failure={failure} model={model} />
      <p className="text-[13px] text-soft">
        <strong className="font-medium text-ink">Currency: {shop.currency}.</strong> {currencyText(shop)}
      </p>
    </SettingsCard>
  )
}

function ViewersField({ model: { settings }, failure }: SettingsFormProps) {
  const isOn = failure ? failure.typed.viewersSeeProfit === 'yes' : settings.viewersSeeProfit
  return (
    <CheckField
      defaultChecked={isOn}
      help="Owners, administrators and analysts always see them. Off, viewers see revenue, ads and customers only."
      label="Viewers see costs and profit"
      name="viewersSeeProfit"
    />
  )
}

function currencyText({ currency, storeCurrency }: SettingsModel['shop']): string {
  const origin =
    storeCurrency === currency
      ? 'It is the one that the store sells in'
      : storeCurrency === null
        ? 'It was chosen with the shop'
        : `The store sells in ${storeCurrency}, and its orders are converted at the rate of their day`
  return `${origin}. It cannot be changed here: every stored amount is in it, and orders keep the rate that they were converted at. To read figures in another currency, choose a display currency below.`
}
