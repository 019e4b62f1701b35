import { LinesField } from '../../blocks/fields/lines-field.tsx'
import { CheckField } from './check-field.tsx'
import type { SettingsFailure, SettingsModel } from './model.ts'
import { SettingsCard } from './settings-card.tsx'

interface OrdersFormProps {
  readonly model: SettingsModel
  /** Of this form's last attempt. */
  readonly failure: SettingsFailure | undefined
}

const testRules = [
  { name: 'gateways', label: 'Payment methods', example: 'bogus' },
  { name: 'emails', label: 'Buyers', example: '*@agency.example' },
  { name: 'coupons', label: 'Coupon codes', example: 'TEST100' },
  { name: 'tags', label: 'Tags', example: 'test' },
] as const

/** Which orders are in the figures, and which are tests. */
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
