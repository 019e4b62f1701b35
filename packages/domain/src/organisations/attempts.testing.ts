// What the permission tests try of members.
import { randomUUID } from 'node:crypto'
import { billingAttempts } from '../billing/attempts.testing.ts'
import { run } from '../context/verb.ts'
import { inviteMember } from './invitations.ts'
import type { MemberContext } from './letters.ts'
import { testLetters } from './testing.ts'

/** Ids of an organisation's members and invitations. */
export interface MemberIds {
  readonly organisation: string
  readonly shop: string
  readonly person: string
  readonly invitation: string
  readonly token: string
}

const nothing = () => ({})
const newcomer = () => ({ email: `${randomUUID()}@x.test`, role: 'viewer' as const })
const ofInvitation = ({ invitation }: MemberIds) => ({ invitation })
const ofPerson = ({ person }: MemberIds) => ({ person })

/** By verb name. */
export const memberAttempts = {
  'organisation.create': { in: 'person', input: () => ({ name: 'Another' }) },
  'organisation.list': { in: 'person', input: nothing },
  'organisation.leave': { in: 'person', input: ({ organisation }: MemberIds) => ({ organisation }) },
  'organisation.rename': { in: 'organisation', input: () => ({ name: 'Renamed' }) },
  'organisation.require_factor': { in: 'organisation', input: () => ({ required: false }) },
  'audit.actors': { in: 'organisation', input: nothing },
  'audit.list': { in: 'organisation', input: ({ shop }: MemberIds) => ({ shop }) },
  'audit.retention': { in: 'organisation', input: nothing },
  'audit.change_retention': { in: 'organisation', input: () => ({ days: 500 }) },
  'organisation.contents': { in: 'organisation', input: nothing },
  'organisation.deletion': { in: 'organisation', input: nothing },
  'organisation.delete': { in: 'organisation', input: () => ({ name: 'Another' }) },
  'organisation.keep': { in: 'organisation', input: nothing },
  'organisation.allow_support': { in: 'organisation', input: () => ({ allowed: false }) },
  'organisation.support': { in: 'organisation', input: nothing },
  'ownership.offer': { in: 'organisation', input: ofPerson },
  'ownership.withdraw': { in: 'organisation', input: nothing },
  'ownership.find': { in: 'organisation', input: nothing },
  'ownership.decline': { in: 'organisation', input: nothing },
  'ownership.accept': { in: 'organisation', input: nothing },
  'member.list': { in: 'organisation', input: nothing },
  'member.invite': { in: 'organisation', input: ({ shop }: MemberIds) => ({ ...newcomer(), shops: [shop] }) },
  'member.resend_invitation': { in: 'organisation', input: ofInvitation },
  'member.revoke_invitation': { in: 'organisation', input: ofInvitation },
  'member.change_role': { in: 'organisation', input: (ids: MemberIds) => ({ ...ofPerson(ids), role: 'analyst' }) },
  'member.change_shops': {
    in: 'organisation',
    input: ({ shop, ...ids }: MemberIds) => ({ ...ofPerson({ shop, ...ids }), shops: [shop] }),
  },
  'member.made': { in: 'organisation', input: ofPerson },
  'member.remove': { in: 'organisation', input: ofPerson },
  'invitation.accept': { in: 'person', input: ({ token }: MemberIds) => ({ token }) },
  ...billingAttempts,
} as const

/** Invites somebody to the organisation. */
export async function addTestInvitation(ctx: Omit<MemberContext, 'letters'>) {
  const { letters, invitations } = testLetters()
  const { id } = await run(inviteMember, { ...ctx, letters }, newcomer())
  return { invitation: id, token: invitations[0]?.token ?? '' }
}
