import { organisationVerbs } from '@tillsight/domain'
import type { Context as Request } from 'hono'
import { organisationRunner } from '../../people-verbs.ts'
import { type Offers, type Operation, offered } from './operation.ts'

const members = '/organisations/{id}/members'
const invitations = '/organisations/{id}/invitations'
const ownership = '/organisations/{id}/ownership'
const ofPerson = (c: Request) => ({ person: c.req.param('person') })
const ofInvitation = (c: Request) => ({ invitation: c.req.param('invitation') })

const offers: Offers<typeof organisationVerbs> = {
  'member.list': {
    method: 'get',
    path: members,
    summary: 'Members with their role and shops, and open invitations; of those who share no shop with you, none',
  },
  'member.change_role': {
    method: 'post',
    path: `${members}/{person}/role`,
    summary: 'Changes the role of a member; an owner sees all shops',
    read: ofPerson,
  },
  'member.change_shops': {
    method: 'post',
    path: `${members}/{person}/shops`,
    summary:
      'Changes which shops a member sees, by domain or id, null for all; ends those of their keys that are named',
    read: ofPerson,
  },
  'member.made': {
    method: 'get',
    path: `${members}/{person}/made`,
    summary: 'Keys, webhooks and share links that a member made and that still work',
    read: ofPerson,
  },
  'member.remove': {
    method: 'post',
    path: `${members}/{person}/remove`,
    summary:
      'Removes a member with those of their keys, webhooks and share links that are named, and signs them out everywhere',
    read: ofPerson,
  },
  'ownership.offer': {
    method: 'post',
    path: `${members}/{person}/ownership`,
    summary: 'Offers your own place as an owner to a member, who has seven days to accept; replaces an earlier offer',
    read: ofPerson,
  },
  'ownership.find': {
    method: 'get',
    path: ownership,
    summary: 'The offer of ownership that is made to you; null: none',
  },
  'ownership.withdraw': {
    method: 'delete',
    path: ownership,
    summary: 'Withdraws the offer of ownership',
  },
  'ownership.accept': {
    method: 'post',
    path: `${ownership}/accept`,
    summary: 'Accepts the offer of ownership that is made to you: whoever made it is an admin from now on',
  },
  'ownership.decline': {
    method: 'post',
    path: `${ownership}/decline`,
    summary: 'Declines the offer of ownership that is made to you',
  },
  'organisation.require_factor': {
    method: 'post',
    path: '/organisations/{id}/second-factor',
    summary: 'Asks everybody for two-step verification, seven days from now, or no longer',
  },
  'organisation.contents': {
    method: 'get',
    path: '/organisations/{id}/contents',
    summary: 'How much the organisation has, of what goes with it when it is deleted',
  },
  'organisation.deletion': {
    method: 'get',
    path: '/organisations/{id}/deletion',
    summary: 'When the organisation is deleted with everything that it has; null: it is not',
  },
  'organisation.delete': {
    method: 'post',
    path: '/organisations/{id}/deletion',
    summary: 'Has the organisation deleted, 14 days from now, with everything that it has; confirmed by its name',
  },
  'organisation.keep': {
    method: 'delete',
    path: '/organisations/{id}/deletion',
    summary: 'Takes the deletion of the organisation back, as long as it has not begun',
  },
  'member.invite': {
    method: 'post',
    path: invitations,
    summary: 'Invites somebody by mail, to all shops or to certain ones; replaces an open invitation of the address',
  },
  'member.resend_invitation': {
    method: 'post',
    path: `${invitations}/{invitation}/resend`,
    summary: 'Sends an open invitation again, with another link and for seven days from now',
    read: ofInvitation,
  },
  'member.revoke_invitation': {
    method: 'delete',
    path: `${invitations}/{invitation}`,
    summary: 'Withdraws an invitation',
    read: ofInvitation,
  },
}

/** Operations on members and invitations, for people only. */
export const memberOperations: readonly Operation[] = offered(
  organisationVerbs,
  offers,
  async ({ runtime, contexts }, request) =>
    organisationRunner(runtime, await contexts.organisation(request.req.param('id') ?? '')),
)
