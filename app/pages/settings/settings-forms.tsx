import { type ComponentProps, type ReactNode, useId } from 'react'
import { LinesField } from '../../blocks/fields/fields.tsx'
import { type Language, languageNames, languages, useLanguage } from '../../language/index.ts'
import { SelectField, TextField } from '../../ui/index.ts'
import type { SettingsFailure, SettingsModel } from './model.ts'
import { SettingsCard } from './settings-card.tsx'
import { useWords } from './words.ts'

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
  { name: 'gateways', label: 'orders.gateways', example: 'bogus' },
  { name: 'emails', label: 'orders.emails', example: '*@agency.example' },
  { name: 'coupons', label: 'orders.coupons', example: 'TEST100' },
  { name: 'tags', label: 'orders.tags', example: 'test' },
] as const

/** Which orders are counted, and which are tests. */
export function OrdersForm({ model, failure }: OrdersFormProps) {
  const t = useWords()
  const { settings, effort, mayChange } = model
  const { countUnpaid, excludedStatuses, tests } = settings
  const typed = failure?.typed
  return (
    <SettingsCard
      effect={t('orders.effect', { orders: effort.orders, time: effort.ledger })}
      failure={failure}
      form="orders"
      isLocked={!mayChange}
      note={t('orders.note')}
      stored={JSON.stringify([countUnpaid, excludedStatuses, tests])}
      title={t('orders.title')}
    >
      <CheckField
        defaultChecked={typed ? typed.countUnpaid === 'yes' : countUnpaid}
        help={t('orders.unpaidHelp')}
        label={t('orders.unpaid')}
        name="countUnpaid"
      />
      <LinesField
        autoCapitalize="none"
        defaultValue={typed?.excludedStatuses ?? excludedStatuses.join('\n')}
        error={failure?.fields.excludedStatuses}
        isOptional
        help={t('orders.statusesHelp')}
        label={t('orders.statuses')}
        name="excludedStatuses"
        placeholder="wholesale"
        size="short"
      />
      <div className="grid gap-4 rounded-lg border border-line p-4">
        <div>
          <h3 className="font-medium">{t('orders.tests')}</h3>
          <p className="text-[13px] text-faint">{t('orders.testsHelp')}</p>
        </div>
        <div className="grid gap-4 sm:grid-cols-2">
          {testRules.map(({ name, label, example }) => (
            <LinesField
              autoCapitalize="none"
              dir="auto"
              defaultValue={typed?.[name] ?? tests[name].join('\n')}
              error={failure?.fields[name]}
              isOptional
              help={t('orders.example', { example })}
              key={name}
              label={t(label)}
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

const themes = { system: 'theme.system', light: 'theme.light', dark: 'theme.dark' } as const

const numberFormats = ['en-US', 'en-GB', 'de-DE', 'fr-FR', 'es-ES', 'nl-NL', 'ar-EG'] as const

const decimals = ['0', '1', '2', '3', '4', '5', '6'] as const
const columns = ['1', '2', '3', '4', '5', '6'] as const

/** The person's own display preference for this shop. */
export function PreferenceForm({ model, failure }: PreferenceFormProps) {
  const t = useWords()
  const pageLanguage = useLanguage()
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
      effect={t('own.effect')}
      failure={failure}
      form="preferences"
      note={t('own.note')}
      stored={JSON.stringify([language, theme, currency, decimal, numbers, grid, fluid])}
      title={t('own.title')}
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <SelectField {...choice('language')} label={t('own.language')}>
          <option value="">{t('own.asProfile')}</option>
          {languages.map((code) => (
            <option key={code} lang={code} value={code}>
              {languageNames[code]}
            </option>
          ))}
        </SelectField>
        <SelectField {...choice('theme')} label={t('own.theme')}>
          {Object.entries(themes).map(([value, word]) => (
            <option key={value} value={value}>
              {t(word)}
            </option>
          ))}
        </SelectField>
        <SelectField
          {...choice('currency')}
          help={t('own.currencyHelp', { code: shop.currency })}
          label={t('own.currency')}
        >
          {currencies.map(({ code, label }) => (
            <option key={code} value={code}>
              {label}
            </option>
          ))}
        </SelectField>
        <SelectField {...choice('decimal')} label={t('own.decimal')}>
          {decimals.map((digits) => (
            <option key={digits} value={digits}>
              {digits}
            </option>
          ))}
        </SelectField>
        <SelectField {...choice('numbers')} label={t('own.numbers')}>
          <option value="auto">{t('own.asLanguage')}</option>
          {numberFormats.map((format) => (
            <option key={format} value={format}>
              {numberExample(format, pageLanguage)}
            </option>
          ))}
        </SelectField>
        <SelectField {...choice('grid')} help={t('own.gridHelp')} label={t('own.grid')}>
          {columns.map((count) => (
            <option key={count} value={count}>
              {count}
            </option>
          ))}
        </SelectField>
      </div>
      <CheckField
        defaultChecked={typed ? typed.fluid === 'yes' : fluid}
        help={t('own.fluidHelp')}
        label={t('own.fluid')}
        name="fluid"
      />
    </SettingsCard>
  )
}

/** `1.234,56 (German (Germany))`, as the language of the page names it. */
function numberExample(format: string, language: Language): string {
  const name = new Intl.DisplayNames(language, { type: 'language' }).of(format)
  return `${new Intl.NumberFormat(format).format(1234.56)} (${name})`
}

interface SettingsFormProps {
  readonly model: SettingsModel
  /** Of this form's last attempt. */
  readonly failure: SettingsFailure | undefined
}

/** A Monday; names of the days are the language's own. */
const monday = Date.UTC(2026, 0, 5)

const bases = { orderRevenue: 'basis.orderRevenue', sales: 'basis.sales', netRevenue: 'basis.netRevenue' } as const

/** Name, time zone, currency and the definitions of ratios. */
export function ShopForm({ model, failure }: SettingsFormProps) {
  const t = useWords()
  const weekdays = new Intl.DateTimeFormat(useLanguage(), { weekday: 'long', timeZone: 'UTC' })
  const { shop, settings, zones, effort, mayChange } = model
  const typed = failure?.typed ?? {}
  return (
    <SettingsCard
      effect={t('shop.effect', { time: effort.days })}
      failure={failure}
      form="shop"
      isLocked={!mayChange}
      note={t('shop.note')}
      stored={JSON.stringify([
        shop.name,
        shop.zone,
        settings.weekStartsOn,
        settings.ratioBasis,
        settings.viewersSeeProfit,
      ])}
      title={t('shop.title')}
    >
      <TextField
        autoComplete="off"
        defaultValue={typed.name ?? shop.name}
        error={failure?.fields.name}
        label={t('shop.name')}
        maxLength={200}
        name="name"
        required
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <SelectField
          defaultValue={typed.zone ?? shop.zone}
          error={failure?.fields.zone}
          help={t('shop.zoneHelp')}
          label={t('shop.zone')}
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
          label={t('shop.weekStartsOn')}
          name="weekStartsOn"
        >
          {[1, 2, 3, 4, 5, 6, 7].map((day) => (
            <option key={day} value={day}>
              {weekdays.format(monday + (day - 1) * 86_400_000)}
            </option>
          ))}
        </SelectField>
      </div>
      <SelectField
        defaultValue={typed.ratioBasis ?? settings.ratioBasis}
        error={failure?.fields.ratioBasis}
        help={t('shop.ratioHelp')}
        label={t('shop.ratioBasis')}
        name="ratioBasis"
      >
        {Object.entries(bases).map(([basis, label]) => (
          <option key={basis} value={basis}>
            {t(label)}
          </option>
        ))}
      </SelectField>
      <ViewersField failure={failure} model={model} />
      <p className="text-[13px] text-soft">
        <strong className="font-medium text-ink">{t('shop.currency', { code: shop.currency })}</strong>{' '}
        {t('shop.currencyText', currencyOrigin(shop))}
      </p>
    </SettingsCard>
  )
}

function ViewersField({ model: { settings }, failure }: SettingsFormProps) {
  const t = useWords()
  const isOn = failure ? failure.typed.viewersSeeProfit === 'yes' : settings.viewersSeeProfit
  return (
    <CheckField defaultChecked={isOn} help={t('shop.viewersHelp')} label={t('shop.viewers')} name="viewersSeeProfit" />
  )
}

function currencyOrigin({ currency, storeCurrency }: SettingsModel['shop']) {
  if (storeCurrency === null) return { origin: 'none', store: '' }
  return { origin: storeCurrency === currency ? 'same' : 'other', store: storeCurrency }
}
