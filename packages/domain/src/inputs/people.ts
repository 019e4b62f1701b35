import { isZone } from '@tillsight/core/days'
import { z } from 'zod'
import { languages } from './preferences.ts'

/** A person's name; it is used in mails, so it is a single line. */
export const PersonName = z
  .string()
  .trim()
  .max(100, 'This name is too long: at most 100 characters.')
  .regex(/^\P{Cc}*$/u, 'This name holds a character that cannot be shown.')

/** Language of the interface; empty to follow the browser. */
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

/** A person's profile; an empty language or zone follows the browser. */
export const SaveProfileInput = z.object({ name: PersonName, language: Language, zone: OwnZone })
export type SaveProfileInput = z.infer<typeof SaveProfileInput>

const WallTime = z
  .string()
  .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'This is not a time of day: expected one such as 07:30.')

/** Periods of a digest. */
export const digestPeriods = ['day', 'week', 'month'] as const
/** One of {@link digestPeriods}. */
export type DigestPeriod = (typeof digestPeriods)[number]

/** How many figures a digest has. */
export const digestFigures = { least: 5, most: 7 } as const

/** The figures of a digest by default. Profit is left out where the person does not see it, or its costs are not known. */
export const usualFigures = [
  'sales',
  'orders',
  'blendedAdSpend',
  'mer',
  'netProfit',
  'newCustomers',
  'returns',
] as const

/** Which mails a person wants and when; those about account security are always sent. */
export const NotificationSettings = z.object({
  /** Issues that need attention: broken connections, unexplained drops. */
  dataHealth: z.boolean().default(true),
  productNews: z.boolean().default(false),
  /** Whether messages on devices say figures: a lock screen shows them to everybody. */
  pushFigures: z.boolean().default(false),
  /** When digests come, on the clock of the person's zone. */
  digestAt: WallTime.default('07:30'),
  /** Keys of the metrics in digests, first to last. */
  figures: z
    .array(z.string().max(120))
    .min(digestFigures.least, `Choose at least ${digestFigures.least} metrics.`)
    .max(digestFigures.most, `Choose at most ${digestFigures.most} metrics.`)
    .refine((keys) => new Set(keys).size === keys.length, 'A metric is listed here twice.')
    .default([...usualFigures]),
  /** No messages between these times, on the clock of the person's zone, unless data is being lost; null: at any time. */
  quiet: z
    .object({ from: WallTime, until: WallTime })
    .refine(({ from, until }) => from !== until, 'Quiet hours end at another time than they begin.')
    .nullable()
    .default(null),
})
export type NotificationSettings = z.infer<typeof NotificationSettings>

/** An organisation's name; it is used in mails, so it is a single line. */
export const OrganisationName = z
  .string()
  .trim()
  .min(1, 'Give the organisation a name.')
  .max(200, 'This name is too long: at most 200 characters.')
  .regex(/^\P{Cc}*$/u, 'This name holds a character that cannot be shown.')

// The same rule as the auth service's, so that every invited address can also sign up.
const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
const addressPattern = new RegExp(`^[a-z0-9.!#$%&'*+/=?^_\`{|}~-]+@${label}(?:\\.${label})*$`)

/** An address as addresses are compared: full-width letters, capitals and the like count as the plain ones. */
export function plainAddress(address: string): string {
  return address.normalize('NFKC').toLowerCase()
}

/** An e-mail address in plain lower case. */
export const EmailAddress = z
  .string()
  .normalize('NFKC')
  .trim()
  .toLowerCase()
  .min(1, 'An email address is needed.')
  .max(255, 'This email address is too long.')
  .regex(addressPattern, 'This is not an email address: expected one such as name@example.com.')

/** Roles in an organisation, most powerful first. */
export const roles = ['owner', 'admin', 'analyst', 'viewer'] as const
/** One of {@link roles}. */
export type Role = (typeof roles)[number]

/** A person's role, as input. */
export const RoleInput = z.enum(roles, 'This is not a role. There is: owner, admin, analyst, viewer.')

/** Certain shops, by domain or id. */
export const ShopNames = z.array(z.string().max(255)).min(1, 'Choose at least one shop, or all of them.').max(1000)

/** Whom to invite and with which role; `shops` limits the shops they see, null means all, also future ones. */
export const InviteMemberInput = z.object({
  email: EmailAddress,
  role: RoleInput,
  shops: ShopNames.nullable().default(null),
})
export type InviteMemberInput = z.infer<typeof InviteMemberInput>
