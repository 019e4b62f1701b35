import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AppError, isAppError } from '@tillsight/core'
import type { MembersView } from '@tillsight/domain'
import { organisationVerbsOf, personVerbsOf } from '../../testing.ts'
import { changeMembers, loadMembers, printMembers, toMembersFailure } from './members.server.ts'

type Member = MembersView['members'][number]

function member(name: string, parts: Partial<Member> = {}): Member {
  const email = `${name.toLowerCase()}@b.example`
  return { person: name, name, email, role: 'owner', shops: null, since: '2026-11-20T10:00:00Z', ...parts }
}

function view(...members: Member[]): MembersView {
  return { name: 'Shop Ltd', mayChange: true, members, invitations: [] }
}

function services(calls: string[]) {
  const inside = organisationVerbsOf({
    'member.invite': async ({ email, role }) => void calls.push(`invite ${email} ${role}`),
    'member.change_role': async ({ person, role }) => void calls.push(`role ${person} ${role}`),
    'member.remove': async ({ person }) => void calls.push(`remove ${person}`),
    'member.revoke_invitation': async ({ invitation }) => void calls.push(`revoke ${invitation}`),
  })
  return {
    run: personVerbsOf({ 'organisation.leave': async ({ organisation }) => void calls.push(`leave ${organisation}`) }),
    async inOrganisation(organisation: string) {
      assert.equal(organisation, 'o')
      return inside
    },
  }
}

const me = { organisation: 'o', self: 'me' }

function form(fields: Record<string, string>): FormData {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.set(name, value)
  return data
}

test('the asking person comes first, and the owners are named', () => {
  const printed = printMembers(view(member('Zoe'), member('Ben', { role: 'viewer' }), member('Mia')), 'Mia')
  assert.deepEqual(
    printed.members.map(({ name, isSelf }) => [name, isSelf]),
    [
      ['Mia', true],
      ['Ben', false],
      ['Zoe', false],
    ],
  )
  assert.equal(printed.whoMay, 'Zoe and Mia')
  assert.equal(printed.isOnlyOwner, false)
  assert.equal(printMembers(view(member('Mia')), 'Mia').isOnlyOwner, true)
})

test('a role that does not show the members opens the page all the same', async () => {
  const run = organisationVerbsOf({ 'member.list': () => Promise.reject(new AppError('forbidden', 'no')) })
  assert.equal(await loadMembers(run, 'me'), undefined)
})

test('each form does its own thing, and leaving leads away', async () => {
  const calls: string[] = []
  const change = (fields: Record<string, string>) => changeMembers(services(calls), form(fields), me)
  assert.deepEqual(await change({ intent: 'invite', email: 'a@b.example', role: 'admin' }), {
    kind: 'done',
    done: 'invited',
  })
  await change({ intent: 'role', person: 'ben', role: 'viewer' })
  await change({ intent: 'remove', person: 'ben' })
  await change({ intent: 'revoke', invitation: 'i' })
  assert.deepEqual(await change({ intent: 'leave' }), { kind: 'left' })
  assert.deepEqual(await change({ intent: 'remove', person: 'me' }), { kind: 'left' })
  assert.deepEqual(calls, [
    'invite a@b.example admin',
    'role ben viewer',
    'remove ben',
    'revoke i',
    'leave o',
    'leave o',
  ])
})

test('a role that does not exist is refused', async () => {
  await assert.rejects(
    changeMembers(services([]), form({ intent: 'role', person: 'ben', role: 'king' }), me),
    (failure) => isAppError(failure) && failure.code === 'invalid_input',
  )
})

test('a lost permission is said on the page, with what was typed', () => {
  const { failure, status } = toMembersFailure(new AppError('forbidden', 'Only owners may.'), form({ email: 'a@b.c' }))
  assert.equal(status, 403)
  assert.deepEqual(failure, { message: 'Only owners may.', fields: {}, typed: { email: 'a@b.c', role: '' } })
})
