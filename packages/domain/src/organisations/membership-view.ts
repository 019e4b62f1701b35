import { type OrganisationId, toOrganisationId } from '@tillsight/core'
import { z } from 'zod'
import { RoleInput } from '../inputs/index.ts'

/** An organisation of a person, and as what they belong to it. */
export const MembershipView = z.object({
  organisation: z.string().transform((id): OrganisationId => toOrganisationId(id)),
  name: z.string(),
  role: RoleInput,
})
export type MembershipView = z.infer<typeof MembershipView>
