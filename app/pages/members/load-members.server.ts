import { isAppError } from '@tillsight/core'
import type { MembersView, OrganisationVerbs, RunVerb } from '@tillsight/domain'
import { instantText } from '../../format/index.ts'
import type { MembersModel } from './model.ts'

const enumerate = new Intl.ListFormat('en', { type: 'conjunction' })

/** The members as the page shows them; undefined for somebody whose role does not even show them. */
export async function loadMembers(run: RunVerb<OrganisationVerbs>, self: string): Promise<MembersModel | undefined> {
  try {
    return printMembers(await run('member.list'), self)
  } catch (failure) {
    if (isAppError(failure) && failure.code === 'forbidden') return undefined
    throw failure
  }
}

/** Members by name with the asking person first, invitations as they come. */
export function printMembers({ name, mayChange, members, invitations }: MembersView, self: string): MembersModel {
  const owners = members.filter(({ role }) => role === 'owner')
  return {
    name,
    mayChange,
    members: members
      .toSorted((a, b) => Number(b.person === self) - Number(a.person === self) || callOf(a).localeCompare(callOf(b)))
      .map(({ person, name: called, email, role, since }) => {
        return { person, name: called, email, role, since: dayOf(since), isSelf: person === self }
      }),
    invitations: invitations.map(({ id, email, role, expiresAt }) => ({
      id,
      email,
      role,
      until: dayOf(expiresAt),
    })),
    whoMay: enumerate.format(owners.map(callOf)),
    isOnlyOwner: owners.length === 1 && owners.some(({ person }) => person === self),
  }
}

/** `2 Nov 2026` */
function dayOf(instant: string): string {
  return instantText(instant, 'UTC').split(',', 1).join('')
}

function callOf({ name, email }: { readonly name: string; readonly email: string }): string {
  return name || email
}
