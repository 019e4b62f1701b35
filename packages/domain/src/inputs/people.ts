import { type ShopId, toShopId } from '@tillsight/core'
import { isZone } from '@tillsight/core/days'
import { z } from 'zod'
import { languages } from './preferences.ts'

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

/** What a business is called; it stands in mails, so it is one line. */
export const OrganisationName = z
  .string()
  .trim()
  .min(1, 'Give the organisation a name.')
  .max(200, 'This name is too long: at most 200 characters.')
  .regex(/^\P{Cc}*$/u, 'This name holds a character that cannot be shown.')

// The rule of the auth service, so that whatever can be invited can also sign up.
const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
const addressPattern = new RegExp(`^[a-z0-9.!#$%&'*+/=?^_\`{|}~-]+@${label}(?:\\.${label})*$`)

/** An e-mail address in lower case. */
export const EmailAddress = z
  .string()
  .trim()
  .toLowerCase()
  .min(1, 'An e-mail address is needed.')
  .max(255, 'This e-mail address is too long.')
  .regex(addressPattern, 'This is not an e-mail address: expected one such as name@example.com.')

/** What somebody can be in an organisation, the mightiest first. */
export const roles = ['owner', 'admin', 'analyst', 'viewer'] as const
/** One of {@link roles}. */
export type Role = (typeof roles)[number]

/** A person's role, as input. */
export const RoleInput = z.enum(roles, 'This is not a role. There is: owner, admin, analyst, viewer.')

/** Whom to invite as what; `shops` limits what they see, null means all, also those to come. */
export const InviteMemberInput = z.object({
  email: EmailAddress,
  role: RoleInput,
  shops: z
    .array(z.string().transform((id): ShopId => toShopId(id)))
    .min(1)
    .max(1000)
    .nullable()
    .default(null),
})
export type InviteMemberInput = z.infer<typeof InviteMemberInput>
