import { type ShopId, toShopId } from '@tillsight/core'
import { z } from 'zod'
import { roles } from '../context/permissions.ts'

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
