import type { OrganisationId, ShopId } from '@tillsight/core'
import { type Db, listMembers, type PersonRow, readPerson } from '@tillsight/database'
import { type Permission, permissionsOf, toRole } from '../context/index.ts'

/** The members of an organisation who hold a permission on one of its shops: those who can do something about what is told. */
export async function listPeopleWhoMay(
  queries: Db,
  permission: Permission,
  { organisation, shop }: { readonly organisation: OrganisationId; readonly shop: ShopId },
): Promise<PersonRow[]> {
  const people: PersonRow[] = []
  for (const member of await listMembers(queries, organisation)) {
    const role = toRole(member.role)
    const shops = member.shopIds ?? 'all'
    const mayAct = permissionsOf({ kind: 'person', id: member.personId, role, shops }).includes(permission)
    if (!mayAct || (shops !== 'all' && !shops.includes(shop))) continue
    people.push(await readPerson(queries, member.personId))
  }
  return people
}
