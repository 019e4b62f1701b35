import { isAppError } from '@tillsight/core'
import { instantText } from '../../format/index.ts'
import type { MemberServices, MembersView, MemberView } from '../../identity.ts'
import type { MembersModel } from './model.ts'

const enumerate = new Intl.ListFormat('en', { type: 'conjunction' })

/** The members as the page shows them; undefined for somebody whose role does not even show them. */
export async function loadMembers(services: MemberServices): Promise<MembersModel | undefined> {
  try {
    return printMembers(await services.list())
  } catch (failure) {
    if (isAppError(failure) && failure.code === 'forbidden') return undefined
    throw failure
  }
}

/** Members by name with the asking person first, invitations as they come. */
export function printMembers({ name, mayChange, members, invitations }: MembersView): MembersModel {
  const owners = members.filter(({ role }) => role === 'owner')
  return {
    name,
    mayChange,
    members: members
      .toSorted((a, b) => Number(b.isSelf) - Number(a.isSelf) || callOf(a).localeCompare(callOf(b)))
      .map(({ since, ...member }) => ({ ...member, since: dayOf(since) })),
    invitations: invitations.map(({ id, email, role, expiresAt }) => ({
      id,
      email,
      role,
      until: dayOf(expiresAt),
    })),
    whoMay: enumerate.format(owners.map(callOf)),
    isOnlyOwner: owners.length === 1 && owners.some(({ isSelf }) => isSelf),
  }
}

/** `2 Nov 2026` */
function dayOf(instant: string): string {
  return instantText(instant, 'UTC').split(',', 1).join('')
}

function callOf({ name, email }: MemberView): string {
  return name || email
}
