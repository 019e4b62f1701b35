import { isZone } from '@tillsight/core/days'
import { z } from 'zod'
import { languages } from '../preferences/inputs.ts'

/** What somebody is called; it stands in mails, so it is one line. */
export const PersonName = z
  .string()
  .trim()
  .max(100, 'This name is too long: at most 100 characters.')
  .regex(/^\P{Cc}*$/u, 'This name holds a character that cannot be shown.')

/** Language of the interface; empty: as the browser says. */
export const Language = z.enum(
  ['', ...languages],
  `This language is not available. There are: ${languages.join(', ')}.`,
)

const OwnZone = z
  .string()
  .refine(
    (zone) => zone === '' || (/^[A-Za-z]/.test(zone) && isZone(zone)),
    'This is not a time zone: expected a name such as Europe/Berlin, or nothing to follow the browser.',
  )

/** What a person says about themselves; an empty language or zone follows the browser. */
export const SaveProfileInput = z.object({ name: PersonName, language: Language, zone: OwnZone })
export type SaveProfileInput = z.infer<typeof SaveProfileInput>

/** Which mails a person wants; those about the account's safety are always sent. */
export const NotificationSettings = z.object({
  /** Findings that need somebody: broken connections, unexplained drops. */
  dataHealth: z.boolean().default(true),
  weeklySummary: z.boolean().default(true),
  productNews: z.boolean().default(false),
})
export type NotificationSettings = z.infer<typeof NotificationSettings>
