import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AppError, isAppError } from '@tillsight/core'
import type { MembersView } from '@tillsight/domain'
import { languages } from '../../language/languages.ts'
import { organisationVerbsOf, personVerbsOf } from '../../testing.ts'
import { loadMembers, loadOwnOffer, membersWords, printMembers } from './load-members.server.ts'
import { changeMembers, toMembersFailure } from './members.server.ts'

type Member = MembersView['members'][number]

const nothing = { keys: [], webhooks: [], shares: [], webhooksOfNobody: [] }
const sheet = { id: 'k', name: 'Sheet', prefix: 'tsk_1', shops: null }
const english = { language: 'en' } as const

const defaults = { secondFactor: false, seenOn: null }

function member(name: string, parts: Partial<Member> = {}): Member {
  const email = `${name.toLowerCase()}@b.example`
  return { person: name, name, email, role: 'owner', shops: null, since: '2026-11-20T10:00:00Z', ...defaults, ...parts }
}

function view(...members: Member[]): MembersView {
  return { name: 'Shop Ltd', mayChange: true, members, invitations: [], offer: null, factorFrom: null, deleteAt: null }
}

function services(calls: string[]) {
  const inside = organisationVerbsOf({
    'member.invite': async ({ email, role, shops }) =>
      void calls.push(`invite ${email} ${role} ${shops?.join() ?? 'null'}`),
    'member.resend_invitation': async ({ invitation }) => void calls.push(`resend ${invitation}`),
    'member.change_shops': async ({ person, shops, keys }) =>
      void calls.push(`shops ${person} ${shops?.join() ?? 'null'} keys ${keys?.join() ?? ''}`),
    'member.made': async ({ person }) => (person === 'cleo' ? { ...nothing, keys: [sheet] } : nothing),
    'ownership.offer': async ({ person }) => {
      calls.push(`offer ${person}`)
      return { from: 'me', to: person, expiresAt: '2026-11-27T10:00:00Z' }
    },
    'ownership.withdraw': async () => void calls.push('withdraw'),
    'ownership.accept': async () => void calls.push('accept'),
    'ownership.decline': async () => void calls.push('decline'),
    'organisation.delete': async ({ name }) => {
      calls.push(`delete ${name}`)
      return { deleteAt: null }
    },
    'organisation.keep': async () => {
      calls.push('keep')
      return { deleteAt: null }
    },
    'organisation.require_factor': async ({ required }) => {
      calls.push(`factor ${required}`)
      return { factorFrom: null }
    },
    'member.change_role': async ({ person, role }) => void calls.push(`role ${person} ${role}`),
    'member.remove': async ({ person, ...ended }) => void calls.push(`remove ${person} ${JSON.stringify(ended)}`),
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
  const printed = printMembers(view(member('Zoe'), member('Ben', { role: 'viewer' }), member('Mia')), {
    self: 'Mia',
    ...english,
  })
  assert.deepEqual(
    printed.members.map(({ name, isSelf }) => [name, isSelf]),
    [
      ['Mia', true],
      ['Ben', false],
      ['Zoe', false],
    ],
  )
  assert.equal(printed.whoMay, 'Zoe and Mia')
  assert.equal(printed.members[0]?.since, 'Fri 20 Nov 2026')
  assert.equal(printed.isOnlyOwner, false)
  assert.equal(printMembers(view(member('Mia')), { self: 'Mia', ...english }).isOnlyOwner, true)
})

test('what somebody made is shown once the address asks to remove them, to those who may', async () => {
  const asked: string[] = []
  const load = (mayChange: boolean, remove: string) =>
    loadMembers(
      organisationVerbsOf({
        'member.list': async () => ({ ...view(member('Mia'), member('Ben', { role: 'viewer' })), mayChange }),
        'shop.list': async () => [],
        'organisation.support': async () => ({ allowed: false }),
        'member.made': async ({ person }) => {
          asked.push(person)
          const old = { id: 'o', url: 'https://b.example/', shop: 'b.test' }
          const share = { id: 's', title: 'Weekly', view: 'summary', shop: 'a.test' }
          return { keys: [sheet], webhooks: [], shares: [share], webhooksOfNobody: [old] }
        },
      }),
      { self: 'Mia', ...english, search: new URLSearchParams({ remove }) },
    )
  assert.deepEqual((await load(true, 'Ben'))?.leaving, {
    person: 'Ben',
    who: 'Ben',
    keys: [{ id: 'k', name: 'Sheet', detail: 'tsk_1… · all shops' }],
    webhooks: [],
    shares: [{ id: 's', name: 'Weekly', detail: 'a.test' }],
    ofNobody: [{ id: 'o', name: 'https://b.example/', detail: 'b.test' }],
  })
  for (const none of [await load(false, 'Ben'), await load(true, 'Mia'), await load(true, 'nobody')]) {
    assert.equal(none?.leaving, undefined)
  }
  assert.deepEqual(asked, ['Ben'])
})

test('a role that does not show the members opens the page all the same', async () => {
  const run = organisationVerbsOf({ 'member.list': () => Promise.reject(new AppError('forbidden', 'no')) })
  assert.equal(await loadMembers(run, { self: 'me', ...english, search: new URLSearchParams() }), undefined)
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
  await change({ intent: 'remove', person: 'ben', keys: ['k', 'l'], webhooks: 'w', shares: 's' })
  await change({ intent: 'resend', invitation: 'i' })
  await change({ intent: 'revoke', invitation: 'i' })
  assert.deepEqual(await change({ intent: 'leave' }), { kind: 'left' })
  assert.deepEqual(await change({ intent: 'remove', person: 'me' }), { kind: 'left' })
  assert.deepEqual(calls, [
    'invite a@b.example admin null',
    'role ben viewer',
    'invite c@b.example viewer a.test,b.test',
    'shops ben a.test,b.test keys ',
    'shops ben null keys ',
    'remove ben {"keys":["k","l"],"webhooks":["w"],"shares":["s"]}',
    'resend i',
    'revoke i',
    'leave o',
    'leave o',
  ])
})

test('limiting somebody asks first where keys of theirs reach more', async () => {
  const calls: string[] = []
  const certain = { intent: 'shops', person: 'cleo', access: 'certain', shops: ['a.test', 'b.test'] }
  const change = (fields: Record<string, string | string[]>) => changeMembers(services(calls), form(fields), me)
  const asked = await change(certain)
  assert.ok(asked.kind === 'ask')
  assert.equal(asked.search.toString(), 'limit=cleo&shops=a.test&shops=b.test')
  assert.deepEqual(calls, [])
  const run = organisationVerbsOf({
    'member.list': async () => view(member('Mia'), member('cleo', { role: 'viewer' })),
    'shop.list': async () => [],
    'organisation.support': async () => ({ allowed: false }),
    'member.made': async () => ({ ...nothing, keys: [sheet, { ...sheet, id: 'l', shops: ['a.test'] }] }),
  })
  const page = await loadMembers(run, { self: 'Mia', ...english, search: asked.search })
  assert.deepEqual(page?.limiting, {
    person: 'cleo',
    who: 'cleo',
    shops: ['a.test', 'b.test'],
    shopsText: 'a.test and b.test',
    keys: [{ id: 'k', name: 'Sheet', detail: 'tsk_1… · all shops' }],
  })
  await change({ ...certain, asked: 'yes', keys: 'k' })
  assert.deepEqual(calls, ['shops cleo a.test,b.test keys k'])
})

test('ownership and the second factor have forms of their own', async () => {
  const calls: string[] = []
  const change = (intent: string) => changeMembers(services(calls), form({ intent, person: 'ben' }), me)
  const intents = ['offer', 'withdraw-offer', 'decline-offer', 'accept-offer', 'require-factor', 'allow-no-factor']
  const done = []
  for (const intent of intents) done.push(await change(intent))
  assert.deepEqual(calls, ['offer ben', 'withdraw', 'decline', 'accept', 'factor true', 'factor false'])
  const words = ['offered', 'offer-withdrawn', 'declined', 'owner', 'factor', 'no-factor']
  assert.deepEqual(
    done,
    words.map((word) => ({ kind: 'done', done: word })),
  )
})

test('an offer is shown to a role that sees nothing else', async () => {
  const at = '2026-11-27T10:00:00Z'
  const run = organisationVerbsOf({ 'ownership.find': async () => ({ from: 'Zoe', expiresAt: at }) })
  assert.deepEqual(await loadOwnOffer(run, 'en'), { isForSelf: true, from: 'Zoe', to: '', until: 'Fri 27 Nov 2026' })
  const none = organisationVerbsOf({ 'ownership.find': async () => null })
  assert.equal(await loadOwnOffer(none, 'en'), undefined)
})

test('each language has all texts, with the same places for values', () => {
  const places = (text: string) => [...new Set(text.match(/\{\w+\}/g))].toSorted().join()
  const placesOf = (texts: object) => Object.entries(texts).map(([key, text]) => `${key} ${places(String(text))}`)
  for (const language of languages) {
    const { texts, done, roles } = membersWords(language)
    assert.deepEqual(Object.keys(texts), Object.keys(membersWords('en').texts), language)
    assert.deepEqual(placesOf(done), placesOf(membersWords('en').done), language)
    assert.ok(roles.every(({ label, means }) => label !== '' && means !== ''))
  }
})

test('a role that does not exist is refused', async () => {
  await assert.rejects(
    changeMembers(services([]), form({ intent: 'role', person: 'ben', role: 'king' }), me),
    (failure) => isAppError(failure) && failure.code === 'invalid_input',
  )
})

test('a lost permission is said on the page, with what was typed', () => {
  const { failure, status } = toMembersFailure(
    new AppError('forbidden', 'Only owners may.'),
    form({ email: 'a@b.c' }),
    'en',
  )
  assert.equal(status, 403)
  assert.deepEqual(failure, {
    message: 'Only owners may.',
    fields: {},
    typed: { email: 'a@b.c', role: '', shops: null },
  })
})

test('what goes with the organisation is counted only for those who are about to delete it', async () => {
  let counts = 0
  const { run } = (() => {
    const empty = {
      shops: 1,
      members: 2,
      connections: 0,
      keys: 0,
      shares: 0,
      importFiles: 3,
      exportFiles: 0,
      storedFiles: 4,
    }
    const verbs = organisationVerbsOf({
      'member.list': async () => view(member('Me')),
      'organisation.support': async () => ({ allowed: false }),
      'shop.list': async () => [],
      'organisation.contents': async () => {
        counts += 1
        return { ...empty, orders: 12_345, facts: 99 }
      },
    })
    return { run: verbs }
  })()
  const load = (search: string, language: (typeof languages)[number] = 'en') =>
    loadMembers(run, { self: 'Me', language, search: new URLSearchParams(search) })
  assert.equal((await load(''))?.contents, undefined)
  assert.equal(counts, 0)
  const printed = new Map((await load('delete=ask'))?.contents?.map(({ label, count }) => [label, count]))
  assert.deepEqual([printed.get('Orders'), printed.get('Stored files'), printed.size], ['12,345', '4', 9])
  for (const language of languages) {
    const contents = (await load('delete=ask', language))?.contents ?? []
    assert.equal(new Set(contents.map(({ label }) => label)).size, 9, language)
  }
})
