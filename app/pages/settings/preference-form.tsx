import { languageNames, languages } from '../../language/index.ts'
import { SelectField } from '../../ui/index.ts'
import { CheckField } from './check-field.tsx'
import type { SettingsFailure, SettingsModel } from './model.ts'
import { SettingsCard } from './settings-card.tsx'

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

/** How this shop's pages look to the person alone. */
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
