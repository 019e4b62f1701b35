import { Form, useNavigation } from 'react-router'
import { useRegisterWords } from '../../blocks/register-steps/words.ts'
import { useBrowserZone } from '../../blocks/shop/browser-zone.ts'
import { Button, Notice, SelectField, TextField } from '../../ui/index.ts'

interface CreateShopFormProps {
  readonly platforms: readonly { readonly id: string; readonly label: string }[]
  readonly zones: readonly string[]
  readonly currencies: readonly { readonly code: string; readonly label: string }[]
  readonly failure: { readonly message: string; readonly fields: Readonly<Record<string, string>> } | undefined
  readonly values: Readonly<Record<string, string>>
}

/** The settings that Tillsight needs before it can import anything. */
export function CreateShopForm({ platforms, zones, currencies, failure, values }: CreateShopFormProps) {
  const t = useRegisterWords()
  const isBusy = useNavigation().state === 'submitting'
  const zone = useBrowserZone(zones)
  return (
    <Form className="grid gap-5" method="post">
      {failure && !Object.values(failure.fields).includes(failure.message) && (
        <div role="alert">
          <Notice severity="serious">{failure.message}</Notice>
        </div>
      )}
      <TextField
        autoCapitalize="none"
        autoComplete="off"
        defaultValue={values.domain}
        error={failure?.fields.domain}
        help={t('shop.domainHelp')}
        inputMode="url"
        label={t('shop.domain')}
        name="domain"
        placeholder="shop.example.com"
        required
        spellCheck={false}
      />
      <TextField
        autoComplete="off"
        defaultValue={values.name}
        error={failure?.fields.name}
        label={t('shop.name')}
        name="name"
        placeholder={t('shop.nameHint')}
      />
      <SelectField
        defaultValue={values.platform}
        error={failure?.fields.platform}
        label={t('shop.platform')}
        name="platform"
      >
        {platforms.map(({ id, label }) => (
          <option key={id} value={id}>
            {label}
          </option>
        ))}
      </SelectField>
      <SelectField
        defaultValue={values.zone ?? zone ?? 'UTC'}
        key={zone}
        error={failure?.fields.zone}
        help={t('shop.zoneHelp')}
        label={t('shop.zone')}
        name="zone"
      >
        {zones.map((zone) => (
          <option key={zone} value={zone}>
            {zone.replaceAll('_', ' ')}
          </option>
        ))}
      </SelectField>
      <SelectField
        defaultValue={values.currency ?? 'USD'}
        error={failure?.fields.currency}
        help={t('shop.currencyHelp')}
        label={t('shop.currency')}
        name="currency"
      >
        {currencies.map(({ code, label }) => (
          <option key={code} value={code}>
            {label}
          </option>
        ))}
      </SelectField>
      <Button className="w-full" isBusy={isBusy} kind="primary">
        {t('shop.create')}
      </Button>
    </Form>
  )
}
