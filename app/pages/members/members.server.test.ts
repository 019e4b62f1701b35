import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AppError, isAppError } from '@tillsight/core'
import type { MembersView } from '@tillsight/domain'
import { organisationVerbsOf, personVerbsOf } from '../../testing.ts'
import { changeMembers, loadMembers, printMembers, toMembersFailure } from './members.server.ts'

type Member = MembersView['members'][number]

const defaults = { secondFactor: false, seenOn: null }

function member(name: string, parts: Partial<Member> = {}): Member {
  const email = `${name.toLowerCase()}@b.example`
  return { person: name, name, email, role: 'owner', shops: null, since: '2026-11-20T10:00:00Z', ...defaults, ...parts }
}

function view(...members: Member[]): MembersView {
  return { name: 'Shop Ltd', mayChange: true, members, invitations: [], offer: null, factorFrom: null }
}

function services(calls: string[]) {
  const inside = organisationVerbsOf({
    'member.invite': async ({ email, role, shops }) =>
      void calls.push(`invite ${email} ${role} ${shops?.join() ?? 'null'}`),
    'member.resend_invitation': async ({ invitation }) => void calls.push(`resend ${invitation}`),
    'member.change_shops': async ({ person, shops }) => void calls.push(`shops ${person} ${shops?.join() ?? 'null'}`),
    'member.change_role': async ({ person, role }) => void calls.push(`role ${person} ${role}`),
    'member.remove': async ({ person, keys, webhooks }) =>
      void calls.push(`remove ${person} keys ${keys?.join() ?? ''} webhooks ${webhooks?.join() ?? ''}`),
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

function form(fields: Record<string, string | string[]>): FormData {
  const data = new FormData()
  for (const [name, values] of Object.entries(fields)) for (const value of [values].flat()) data.append(name, value)
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

test('what somebody made is shown once the address asks to remove them, to those who may', async () => {
  const asked: string[] = []
  const load = (mayChange: boolean, remove: string) =>
    loadMembers(
      organisationVerbsOf({
        'member.list': async () => ({ ...view(member('Mia'), member('Ben', { role: 'viewer' })), mayChange }),
        'shop.list': async () => [],
        'member.made': async ({ person }) => {
          asked.push(person)
          return { keys: [{ id: 'k', name: 'Sheet', prefix: 'tsk_1', shops: null }], webhooks: [] }
        },
      }),
      { self: 'Mia', remove },
    )
  assert.deepEqual((await load(true, 'Ben'))?.leaving, {
    person: 'Ben',
    who: 'Ben',
    keys: [{ id: 'k', name: 'Sheet', detail: 'tsk_1… · all shops' }],
    webhooks: [],
  })
  for (const none of [await load(false, 'Ben'), await load(true, 'Mia'), await load(true, 'nobody')]) {
    assert.equal(none?.leaving, undefined)
  }
  assert.deepEqual(asked, ['Ben'])
})

test('a role that does not show the members opens the page all the same', async () => {
  const run = organisationVerbsOf({ 'member.list': () => Promise.reject(new AppError('forbidden', 'no')) })
  assert.equal(await loadMembers(run, { self: 'me', remove: null }), undefined)
})

test('each form does its own thing, and leaving leads away', async () => {
  const calls: string[] = []
  const change = (fields: Record<string, string | string[]>) => changeMembers(services(calls), form(fields), me)
  assert.deepEqual(await change({ intent: 'invite', email: 'a@b.example', role: 'admin' }), {
    kind: 'done',
    done: 'invited',
  })
  await change({ intent: 'role', person: 'ben', role: 'viewer' })
  const certain = { access: 'certain', shops: ['a.test', 'b.test'] }
  await change({ intent: 'invite', email: 'c@b.example', role: 'viewer', ...certain })
  await change({ intent: 'shops', person: 'ben', ...certain })
  await change({ intent: 'shops', person: 'ben', access: 'all', shops: 'a.test' })
  await change({ intent: 'remove', person: 'ben', keys: ['k', 'l'], webhooks: 'w' })
  await change({ intent: 'resend', invitation: 'i' })
  await change({ intent: 'revoke', invitation: 'i' })
  assert.deepEqual(await change({ intent: 'leave' }), { kind: 'left' })
  assert.deepEqual(await change({ intent: 'remove', person: 'me' }), { kind: 'left' })
  assert.deepEqual(calls, [
    'invite a@b.example admin null',
    'role ben viewer',
    'invite c@b.example viewer a.test,b.test',
    'shops ben a.test,b.test',
    'shops ben null',
    'remove ben keys k,l webhooks w',
    'resend i',
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
  assert.deepEqual(failure, {
    message: 'Only owners may.',
    fields: {},
    typed: { email: 'a@b.c', role: '', shops: null },
  })
})
