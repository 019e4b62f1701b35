import { listMemberships as listRows } from '@tillsight/database'
import { z } from 'zod'
import { defineVerb, type PersonContext, toRole } from '../context/index.ts'
import { MembershipView } from './membership-view.ts'

/** The organisations of the person, by name. */
export const listMemberships = defineVerb({
  name: 'organisation.list',
  needs: 'self',
  access: 'read',
  input: z.object({}),
  output: z.array(MembershipView),
  async run({ queries, person }: PersonContext) {
    const rows = await listRows(queries, person)
    return rows.map(({ organisationId, organisationName, role }) => ({
      organisation: organisationId,
      name: organisationName,
      role: toRole(role),
    }))
  },
})
