import { SelectField, TextField } from '../../ui/index.ts'
import type { SettingsFailure, SettingsModel } from './model.ts'
import { SettingsCard } from './settings-card.tsx'

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

/** What the shop is called, where its days begin, and what ratios are taken of. */
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
      stored={JSON.stringify([shop.name, shop.zone, settings.weekStartsOn, settings.ratioBasis])}
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
      <p className="text-[13px] text-soft">
        <strong className="font-medium text-ink">Currency: {shop.currency}.</strong> {currencyText(shop)}
      </p>
    </SettingsCard>
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
