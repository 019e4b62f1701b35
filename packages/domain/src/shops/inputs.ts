import { isCurrency } from '@tillsight/core'
import { isZone } from '@tillsight/core/days'
import { z } from 'zod'
import { ShopSettings, ShopSettingsChange } from './settings.ts'

/** A host name such as `shop.example.com`; a pasted address is cut down to it. */
export const ShopDomain = z
  .string()
  .trim()
  .toLowerCase()
  .transform((text) => text.replace(/^https?:\/\//, '').replace(/[/?#].*$/, ''))
  .pipe(
    z
      .string()
      .max(253)
      .regex(
        /^[a-z0-9-]+(\.[a-z0-9-]+)*(:\d{1,5})?$/,
        'This is not a domain: expected a name such as shop.example.com.',
      ),
  )

const Zone = z
  .string()
  .refine(isZone, 'This is not a time zone: expected a name such as Europe/Berlin, or a fixed offset such as +02:00.')
const Currency = z
  .string()
  .refine(isCurrency, 'This is not a currency: expected an ISO 4217 code in upper case such as EUR.')
const Country = z.string().regex(/^[A-Z]{2}$/, 'This is not a country: expected two capital letters such as DE.')
const Name = z.string().trim().min(1, 'Enter a name.').max(200, 'A name has 200 characters at most.')

/** What a shop starts with; its name is the domain until somebody gives it another. */
export const CreateShopInput = z.object({
  domain: ShopDomain,
  platform: z.string().trim().min(1).max(50),
  name: Name.optional(),
  zone: Zone,
  currency: Currency,
  country: Country.nullable().default(null),
  settings: ShopSettings.prefault({}),
})
export type CreateShopInput = z.infer<typeof CreateShopInput>

/** What may change later. Settings are replaced group by group; what is left out stays. */
export const UpdateSettingsInput = z.object({
  name: Name.optional(),
  zone: Zone.optional(),
  settings: ShopSettingsChange.optional(),
})
export type UpdateSettingsInput = z.infer<typeof UpdateSettingsInput>
