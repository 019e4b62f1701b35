// Share links, from outside: made by HTTP, opened by somebody without an account.
import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { after, suite, test } from 'node:test'
import { importOrders, type NewKey, type NewShare, rolePermissions, type ShareView } from '@tillsight/domain'
import { getJson, type Problem, postJson } from '../../testing/http.ts'
import { addShop, startInstallation } from '../../testing/installation.ts'
import { addPerson } from '../../testing/people.ts'
import { workedOrders, workedRange } from '../../testing/worked-example.ts'

const installation = await startInstallation({ after })
await addShop(installation, { domain: 'tea.example', name: 'Tea House' }, workedOrders)
await addShop(installation, { domain: 'coffee.example', name: 'Coffee House' })
const { kysely: db } = installation.runtime.stores.database
const path = '/api/v1/shops/tea.example/shares'
const summary = { view: 'summary', title: 'Our week', range: workedRange } as const

async function share(body: object = {}): Promise<NewShare & { readonly at: string }> {
  const made = await postJson<NewShare>(installation, path, { body: { ...summary, ...body } })
  assert.equal(made.status, 200, JSON.stringify(made.body))
  return { ...made.body, at: new URL(made.body.url).pathname }
}

const open = (at: string, init?: RequestInit) => installation.fetchAsVisitor(at, init)

async function textOf(at: string, init?: RequestInit): Promise<string> {
  const response = await open(at, init)
  assert.equal(response.status, 200)
  return response.text()
}

const enter = (at: string, password: string, headers: Record<string, string> = {}) =>
  open(at, { method: 'POST', body: new URLSearchParams({ password }), headers })

async function listed(id: string): Promise<ShareView | undefined> {
  return (await getJson<{ items: ShareView[] }>(installation, path)).body.items.find((each) => each.id === id)
}

async function addOrder(id: string): Promise<void> {
  const head = workedOrders.split('\n', 1)[0] ?? ''
  const csv = `${head}\n${id},#${id},2025-03-12 10:00,DE,dora@example.com,,card,,,TEA,Tea,1,1000.00,,190.00,,,\n`
  const source = { name: `${id}.csv`, open: () => Readable.from([Buffer.from(csv)], { objectMode: false }) }
  await importOrders(await installation.contexts.shop('tea.example'), { source, format: 'generic' })
}

suite('the page of a share link', () => {
  test('its making, and its first opening of a day, are in the audit log', async () => {
    const { at, id } = await share({ title: 'Told once' })
    await textOf(at)
    await textOf(at)
    const { organisation } = await installation.contexts.anyShop()
    const { body } = await getJson<{ items: { action: string; target: { id: string }; actor: { kind: string } }[] }>(
      installation,
      `/api/v1/organisations/${organisation}/audit`,
    )
    assert.deepEqual(
      body.items.filter(({ target }) => target.id === id).map(({ action, actor }) => `${actor.kind} ${action}`),
      ['share share.open', 'person share.create'],
    )
  })

  test('shows the view with its days, zone and currency, and nothing else of the product', async () => {
    const { at, url, id } = await share()
    assert.match(url, /\/s\/[\w-]{43}$/)
    const page = await textOf(at)
    for (const part of [
      'Our week',
      'Tea House',
      '€27.73',
      '10 – 12 Mar 2025',
      'Europe/Berlin',
      'EUR',
      '7 – 9 Mar 2025',
    ]) {
      assert.ok(page.includes(part), part)
    }
    for (const part of [
      'anna@',
      'ben@',
      '#1001',
      '1001',
      'Coffee',
      'tea.example',
      '/shop/',
      'href="/',
      '<script',
      'Gross profit',
    ]) {
      assert.ok(!page.includes(part), part)
    }
    const stored = await db.selectFrom('shareLinks').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    assert.ok(!JSON.stringify(stored).includes(at.slice(3)), 'only a hash of it is stored')
    assert.ok(!JSON.stringify((await getJson(installation, path)).body).includes(at.slice(3)))
  })

  test('is in the language of whoever opens it', async () => {
    const { at } = await share()
    for (const [language, word] of [
      ['de', 'Verglichen mit'],
      ['ar', 'dir="rtl"'],
      ['fr', 'Par rapport'],
      ['es', 'Comparado'],
      ['nl', 'Vergeleken'],
    ] as const) {
      assert.ok((await textOf(at, { headers: { 'accept-language': language } })).includes(word), language)
    }
  })

  test('is found by no search engine, tells no site where it is, and is framed by nobody', async () => {
    const { at } = await share()
    const { headers } = await open(at)
    assert.equal(headers.get('x-robots-tag'), 'noindex, nofollow')
    assert.equal(headers.get('referrer-policy'), 'no-referrer')
    assert.equal(headers.get('cache-control'), 'private, no-store')
    assert.equal(headers.get('x-frame-options'), 'DENY')
    assert.match(headers.get('content-security-policy') ?? '', /^default-src 'none'; .*frame-ancestors 'none'$/)
    assert.equal(headers.get('set-cookie'), null)
  })

  test('is framed by the sites that were named, and by no other', async () => {
    const { at } = await share({ embedOn: ['https://wiki.example/', 'https://intranet.example:8443'] })
    const { headers } = await open(at)
    assert.match(
      headers.get('content-security-policy') ?? '',
      /frame-ancestors https:\/\/wiki\.example https:\/\/intranet\.example:8443$/,
    )
    assert.equal(headers.get('x-frame-options'), null)
    for (const site of [
      '*',
      'https://a.example; script-src *',
      'https://a.example/path',
      'javascript:alert(1)',
      'https://*.example',
    ]) {
      const refused = await postJson<Problem>(installation, path, { body: { ...summary, embedOn: [site] } })
      assert.deepEqual([refused.status, refused.body.code], [400, 'invalid_input'], site)
    }
  })

  test('shows every view', async () => {
    const campaigns = await textOf((await share({ view: 'campaigns' })).at)
    assert.match(campaigns, /Campaigns/)
    const credit = await textOf((await share({ view: 'attribution' })).at)
    assert.match(credit, /Not tracked/)
    assert.match(credit, /Credited by the model/)
    const profit = await textOf((await share({ view: 'profit' })).at)
    assert.match(profit, /Net profit/)
    assert.doesNotMatch(profit, /Cost of goods|COGS|Gateway/i)
    assert.match(await textOf((await share({ view: 'profit', include: ['costs'] })).at), /Cost of goods|COGS/i)
    assert.match(await textOf((await share({ include: ['costs'] })).at), /Gross profit/)
  })

  test('lets days be chosen only where they may be, and gives a file only where that was ticked', async () => {
    const [chosen, fixed] = [await share({ period: 'choosable', include: ['export'] }), await share()]
    assert.match(await textOf(`${chosen.at}?from=2025-03-08&to=2025-03-09`), /8 – 9 Mar 2025/)
    assert.match(await textOf(`${chosen.at}?range=nonsense&from=2025-13-40`), /10 – 12 Mar 2025/)
    assert.match(await textOf(`${fixed.at}?range=all_time&from=2025-03-08&to=2025-03-09`), /10 – 12 Mar 2025/)
    const file = await open(`${chosen.at}/figures.csv`)
    assert.match(file.headers.get('content-type') ?? '', /^text\/csv/)
    assert.match(await file.text(), /Sales,27\.73,exact/)
    assert.equal((await open(`${fixed.at}/figures.csv`)).status, 404)
  })

  test('of frozen figures stays when facts change, and of live ones follows', async () => {
    const [frozen, live] = [await share({ kind: 'frozen' }), await share()]
    assert.match(await textOf(frozen.at), /€27\.73/)
    assert.match(await textOf(live.at), /€27\.73/)
    await addOrder('2001')
    assert.match(await textOf(frozen.at), /€27\.73/)
    assert.match(await textOf(frozen.at), /as they were on/)
    const followed = await textOf(live.at)
    assert.match(followed, /€1,217\.73/)
    assert.doesNotMatch(followed, /€27\.73/)
    await db.updateTable('shareLinks').set({ figures: '{"version":1}' }).where('id', '=', frozen.id).execute()
    assert.equal((await open(frozen.at)).status, 404, 'what was stored is validated')
  })

  test('is counted by day, and not when it does not open', async () => {
    const { at, id } = await share({ password: 'green tea leaves' })
    await open(at)
    await enter(at, 'wrong password')
    assert.deepEqual((await listed(id))?.opened, [])
    const cookie = (await enter(at, 'green tea leaves')).headers.getSetCookie()[0]?.split(';', 1)[0] ?? ''
    await textOf(at, { headers: { cookie } })
    await textOf(at, { headers: { cookie } })
    assert.deepEqual(
      (await listed(id))?.opened.map(({ times }) => times),
      [2],
    )
  })
})

suite('a share link that does not open', () => {
  const password = 'green tea leaves'

  test('answers alike, whether it is unknown, over, revoked, locked or the password is wrong', async () => {
    const [expired, revoked, locked] = [await share({ password }), await share({ password }), await share({ password })]
    await db
      .updateTable('shareLinks')
      .set({ expiresAt: new Date(0) })
      .where('id', '=', expired.id)
      .execute()
    const ended = await installation.fetch(`${path}/${revoked.id}`, { method: 'DELETE' })
    assert.equal(ended.status, 200)
    const unknown = `/s/${'a'.repeat(43)}`
    const answers = await Promise.all([
      ...[unknown, expired.at, revoked.at, locked.at, '/s/short'].map((at) => open(at)),
      ...[unknown, expired.at, revoked.at, locked.at].map((at) => enter(at, 'not the password')),
      enter(expired.at, password),
      enter(revoked.at, password),
    ])
    const told = await Promise.all(
      answers.map(async (answer) => {
        const headers = [...answer.headers].filter(([name]) => !['date', 'keep-alive', 'connection'].includes(name))
        return { status: answer.status, headers, body: await answer.text() }
      }),
    )
    for (const each of told) assert.deepEqual(each, told[0])
    assert.equal(told[0]?.status, 404)
  })

  test('opens with its password, in this browser and at this address only', async () => {
    const [one, other] = [await share({ password }), await share({ password })]
    const entered = await enter(one.at, password)
    assert.deepEqual([entered.status, entered.headers.get('location')], [303, one.at])
    const [set = ''] = entered.headers.getSetCookie()
    assert.ok(set.includes(`; Path=${one.at};`) && set.includes('HttpOnly') && set.includes('SameSite=Lax'), set)
    const headers = { cookie: set.split(';', 1)[0] ?? '' }
    assert.equal((await open(one.at, { headers })).status, 200)
    assert.equal((await open(other.at, { headers })).status, 404)
    assert.equal((await open(one.at, { headers: { cookie: headers.cookie.replace(/\d/, '9') } })).status, 404)
    const stored = await db.selectFrom('shareLinks').select('passwordHash').where('id', '=', one.id).executeTakeFirst()
    assert.match(stored?.passwordHash ?? '', /^\$argon2id\$/)
    const foreign = await enter(one.at, password, { 'sec-fetch-site': 'cross-site' })
    assert.equal(foreign.status, 403)
  })

  test('takes five passwords in a quarter of an hour, also of a link that does not exist', async () => {
    const { at } = await share({ password })
    for (const address of [at, `/s/${'b'.repeat(43)}`]) {
      const statuses: number[] = []
      for (let count = 0; count < 6; count += 1) statuses.push((await enter(address, `guess ${count}`)).status)
      assert.deepEqual(statuses, [404, 404, 404, 404, 404, 429], address)
    }
    const last = await enter(at, password)
    assert.equal(last.status, 429, 'not even the right one')
    assert.ok(Number(last.headers.get('retry-after')) > 800)
  })

  test('ends with all others of its shop', async () => {
    const { at } = await share()
    const { at: elsewhere } = await (async () => {
      const { body } = await postJson<NewShare>(installation, '/api/v1/shops/coffee.example/shares', { body: summary })
      return { at: new URL(body.url).pathname }
    })()
    assert.equal((await installation.fetch(path, { method: 'DELETE' })).status, 200)
    assert.equal((await open(at)).status, 404)
    assert.equal((await open(elsewhere)).status, 200)
  })
})

suite('the rights of a share link', () => {
  async function analyst() {
    const { organisation, shop } = await installation.contexts.shop('tea.example')
    const person = await addPerson(installation, `analyst-${crypto.randomUUID()}@example.com`)
    const membership = { organisationId: organisation, personId: person.id }
    await db
      .insertInto('memberships')
      .values({ ...membership, role: 'analyst', shopIds: null })
      .execute()
    const made = async (body: object) => {
      const headers = Object.fromEntries(person.headers({ 'content-type': 'application/json' }))
      const { body: link, status } = await postJson<NewShare>(installation, path, {
        body: { ...summary, ...body },
        headers,
      })
      assert.equal(status, 200)
      return new URL(link.url).pathname
    }
    const change = (values: { role?: 'viewer' | 'analyst'; shopIds?: (typeof shop.id)[] | null }) =>
      db.updateTable('memberships').set(values).where('personId', '=', person.id).execute()
    return { person, made, change, other: (await installation.contexts.shop('coffee.example')).shop.id }
  }

  test('are those of whoever made it now: the shop, the role and the membership', async () => {
    const { person, made, change, other } = await analyst()
    const at = await made({ kind: 'frozen' })
    assert.equal((await open(at)).status, 200)
    await change({ role: 'viewer' })
    assert.ok(!rolePermissions.viewer.some((permission) => String(permission) === 'shares:write'))
    assert.equal((await open(at)).status, 404)
    await change({ role: 'analyst', shopIds: [other] })
    assert.equal((await open(at)).status, 404)
    await change({ shopIds: null })
    assert.equal((await open(at)).status, 200)
    await db.deleteFrom('memberships').where('personId', '=', person.id).execute()
    assert.equal((await open(at)).status, 404)
  })

  test('are no session and no key, and neither is one of them', async () => {
    const { at } = await share({ password: 'green tea leaves' })
    const token = at.slice(3)
    assert.equal((await installation.fetch(at)).status, 404, 'a session opens nothing there')
    const { organisation } = await installation.contexts.anyShop()
    const { body: key } = await postJson<NewKey>(installation, `/api/v1/organisations/${organisation}/keys`, {
      body: { name: 'Test', scopes: ['metrics:read'] },
    })
    assert.equal((await open(at, { headers: { authorization: `Bearer ${key.key}` } })).status, 404)
    assert.equal((await open(`/s/${key.key.slice(4)}`)).status, 404)
    for (const headers of [{ authorization: `Bearer ${token}` }, { cookie: `tillsight-share=${token}` }]) {
      assert.equal((await open('/api/v1/shops', { headers })).status, 401)
      assert.equal((await open(path, { headers })).status, 401)
    }
    const byKey = await open(path, { headers: { authorization: `Bearer ${key.key}` } })
    assert.equal(byKey.status, 403)
  })

  test('belong to their shop: from another one it is not there', async () => {
    const { id, at } = await share()
    const other = `/api/v1/shops/coffee.example/shares`
    assert.equal((await installation.fetch(`${other}/${id}`, { method: 'DELETE' })).status, 404)
    const { body } = await getJson<{ items: ShareView[] }>(installation, other)
    assert.ok(!body.items.some((each) => each.id === id))
    assert.equal((await open(at)).status, 200)
  })
})

suite('a link that cannot be made', () => {
  test('is refused with a reason at the field', async () => {
    const soon = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
    for (const [field, body] of [
      ['title', { title: ' ' }],
      ['title', { title: 'one\ntwo' }],
      ['view', { view: 'orders' }],
      ['password', { password: 'short' }],
      ['expires', { expires: soon(-1) }],
      ['expires', { expires: soon(400) }],
      ['expires', { expires: 'never' }],
      ['period', { kind: 'frozen', period: 'choosable' }],
      ['embedOn', { password: 'green tea leaves', embedOn: ['https://wiki.example'] }],
      ['include.0', { include: ['customers'] }],
    ] as const) {
      const { status, body: problem } = await postJson<Problem & { field?: string }>(installation, path, {
        body: { ...summary, ...body },
      })
      assert.deepEqual([status, problem.code, problem.field], [400, 'invalid_input', field], JSON.stringify(body))
    }
    const { expiresAt, createdAt } = await share()
    assert.equal(Math.round((Date.parse(expiresAt) - Date.parse(createdAt)) / 86_400_000), 30)
  })
})
