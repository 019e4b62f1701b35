import assert from 'node:assert/strict'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { after, suite, test } from 'node:test'
import { AuthApiError } from '@supabase/supabase-js'
import { isAppError, toOrganisationId, toShopId } from '@tillsight/core'
import { deleteShop, findShopsByDomain } from '@tillsight/database'
import sharp from 'sharp'
import { createAppServices } from '../app-services/index.ts'
import { mailboxNote, mailboxToken } from '../identity/mailbox.ts'
import { getJson, type Problem, postJson } from '../testing/http.ts'
import { addShop, startInstallation } from '../testing/installation.ts'
import { addPerson, signInWithCookies, visitOf } from '../testing/people.ts'

const installation = await startInstallation({ after })
const { owner } = installation
const stranger = await addPerson(installation, 'stranger@example.com')
await addShop(installation, { domain: 'a.example', name: 'Apples' })
await addShop(installation, { domain: 'b.example', name: 'Bananas', currency: 'JPY', zone: 'Asia/Tokyo' })

const lists = '/api/shop/lists'
const question = { metrics: ['sales'], from: '2025-03-10', to: '2025-03-12' }
const query = '/api/v1/shops/a.example/metrics/query'

/** Requests a path with these headers and returns the status. */
async function status(path: string, headers: HeadersInit = {}): Promise<number> {
  return (await installation.fetchAsVisitor(path, { headers })).status
}

suite('the API', () => {
  test('refuses visitors and says what to do', async () => {
    for (const path of [lists, '/api/v1/shops', '/api/v1/metrics', '/api/v1/shops/a.example/health']) {
      const response = await installation.fetchAsVisitor(path)
      const problem = (await response.json()) as Problem
      assert.deepEqual([response.status, problem.code], [401, 'unauthenticated'], path)
      assert.match(problem.detail, /Sign in.*Authorization: Bearer/)
      assert.equal(response.headers.get('content-type'), 'application/problem+json')
    }
    assert.equal(await status('/api/v1/openapi.json'), 200, 'the description is for everybody')
  })

  test('refuses tokens that are made up, empty, cut or of the wrong kind', async () => {
    const { access_token: token } = owner.session
    const secret = installation.runtime.auth.service.apiKeys.service
    for (const bearer of [
      '',
      'x',
      'a.b.c',
      token.slice(0, -4),
      `${token}x`,
      installation.runtime.auth.anonKey,
      secret,
    ]) {
      assert.equal(await status(lists, { authorization: `Bearer ${bearer}` }), 401, bearer.slice(0, 20))
    }
    assert.equal(await status(lists, { authorization: `bearer ${token}` }), 200)
  })

  test('answers exactly the shops of the caller, as the specification has them', async () => {
    const { body } = await getJson<Record<string, unknown>[]>(installation, lists)
    assert.deepEqual(
      body.map(({ id, ...shop }) => [typeof id, shop]),
      [
        ['a.example', 'Apples', 'EUR', 'Europe/Berlin'],
        ['b.example', 'Bananas', 'JPY', 'Asia/Tokyo'],
      ].map(([domain, name, currency, timezone]) => [
        'string',
        { domain, platform: 'woocommerce', current_subscription: null, name, currency, timezone },
      ]),
    )
    const others = await getJson(installation, lists, { headers: stranger.headers() })
    assert.deepEqual(others.body, [])
  })

  test('a stranger’s shop is answered like one that does not exist', async () => {
    const responses = await Promise.all(
      ['a.example', 'nowhere.example'].map(async (domain) => {
        const { status: code, body } = await getJson<Problem>(installation, `/api/v1/shops/${domain}/health`, {
          headers: stranger.headers(),
        })
        return [code, body.detail.replace(domain, '…')]
      }),
    )
    assert.deepEqual(responses[0], responses[1])
    assert.equal(responses[0]?.[0], 404)
  })
})

test('a domain is its organisation’s alone: nobody hears of another’s, and who sees both tells them apart', async () => {
  const newcomer = await addPerson(installation, 'newcomer@example.com')
  const services = createAppServices(installation.runtime, visitOf(installation, newcomer))
  const shop = { name: 'Copy', platform: 'woocommerce', zone: 'UTC', currency: 'EUR' }
  const taken = await services.run('shop.create_own', { ...shop, domain: 'a.example' })
  assert.equal(taken.domain, 'a.example', 'as if nobody else had it')
  const ask = async (name: string, person = owner) => {
    const response = await installation.fetchAsVisitor(`/api/v1/shops/${name}/health`, { headers: person.headers() })
    return [response.status, ((await response.json()) as Partial<Problem>).detail] as const
  }
  assert.equal((await ask('a.example', newcomer))[0], 200)
  assert.equal((await ask('a.example'))[0], 200)

  const { kysely } = installation.runtime.stores.database
  const organisationId = toOrganisationId(taken.organisation)
  const [theirs] = await findShopsByDomain(kysely, 'a.example', organisationId)
  await kysely.insertInto('memberships').values({ organisationId, personId: owner.id, role: 'viewer' }).execute()
  const marked = `a.example~${theirs?.id.slice(-8)}`
  const [status, detail] = await ask('a.example')
  assert.equal(status, 409)
  assert.ok(detail?.includes(marked), detail)
  for (const name of [marked, theirs?.id ?? '']) assert.equal((await ask(name))[0], 200, name)
  const own = createAppServices(installation.runtime, visitOf(installation, owner))
  const addresses = (await own.listShops()).map(({ domain }) => domain)
  assert.ok(addresses.includes(marked) && !addresses.includes('a.example'), addresses.join())
  assert.equal((await own.shop(marked))?.shop.id, theirs?.id)
  assert.equal(await own.shop('a.example'), undefined, 'the page leads to one of them by its own address')
  await kysely.deleteFrom('memberships').where('organisationId', '=', organisationId).execute()
  await deleteShop(kysely, toShopId(theirs?.id ?? ''))
})

suite('cookies', () => {
  test('of the official client sign in to the API and are refreshed before they run out', async () => {
    const browser = await signInWithCookies(installation, owner.email)
    const cookie = browser.header()
    assert.equal(await status(lists, { cookie }), 200)
    const { session } = (await browser.auth.getSession()).data
    assert.ok(session)
    const soon = { ...session, expires_at: Math.floor(Date.now() / 1000) + 30 }
    const value = `base64-${Buffer.from(JSON.stringify(soon)).toString('base64url')}`
    const name = installation.runtime.auth.cookieName
    const response = await installation.fetchAsVisitor(lists, { headers: { cookie: `${name}=${value}` } })
    assert.equal(response.status, 200)
    const [fresh = ''] = response.headers.getSetCookie()
    assert.match(fresh, new RegExp(`^${name}(?:\\.0)?=base64-`))
    assert.match(fresh, /; Max-Age=34560000; Path=\/; SameSite=Lax$/)
    assert.match(response.headers.get('cache-control') ?? '', /no-store/)
  })

  test('that twenty requests refresh at once stay good for all of them', async () => {
    const browser = await signInWithCookies(installation, owner.email)
    const { session } = (await browser.auth.getSession()).data
    const soon = { ...session, expires_at: Math.floor(Date.now() / 1000) - 5 }
    const value = `base64-${Buffer.from(JSON.stringify(soon)).toString('base64url')}`
    const cookie = `${installation.runtime.auth.cookieName}=${value}`
    const responses = await Promise.all(Array.from({ length: 20 }, () => status(lists, { cookie })))
    assert.deepEqual(new Set(responses), new Set([200]))
    assert.equal(await status(lists, { cookie }), 200)
  })

  test('with nonsense in them are those of a visitor', async () => {
    const name = installation.runtime.auth.cookieName
    for (const value of ['', 'x', 'base64-', 'base64-%%%', 'base64-bnVsbA', `base64-${'A'.repeat(5000)}`, '{"a":1}']) {
      assert.equal(await status(lists, { cookie: `${name}=${value}` }), 401, value.slice(0, 20))
    }
  })

  test('that have grown too large to be read are taken back, so that pages open again', async () => {
    const { cookieName } = installation.runtime.auth
    const cookieOf = (bytes: number) =>
      `${cookieName}.0=${'a'.repeat(bytes / 2)}; ${cookieName}.1=${'a'.repeat(bytes / 2)}`
    assert.equal(await status('/healthz', { cookie: cookieOf(24_000) }), 200)
    const response = await installation.fetchAsVisitor('/auth/login', { headers: { cookie: cookieOf(60_000) } })
    assert.equal(response.status, 431)
    assert.match(await response.text(), /Those of your sign-in have been deleted/)
    const gone = response.headers.getSetCookie()
    for (const name of [cookieName, `${cookieName}.0`, `${cookieName}.1`, `${cookieName}.30`]) {
      assert.ok(gone.includes(`${name}=; Path=/; Max-Age=0; SameSite=Lax`), name)
    }
  })

  test('write only from pages of this site, tokens from anywhere', async () => {
    const cookie = (await signInWithCookies(installation, owner.email)).header()
    const write = async (headers: Readonly<Record<string, string>>): Promise<number> =>
      (await postJson(installation, query, { body: question, headers })).status
    const origin = 'https://evil.example'
    assert.equal(await write({ cookie, origin }), 403)
    assert.equal(await write({ cookie, origin: installation.address }), 200)
    assert.equal(await write({ cookie, origin, authorization: `Bearer ${owner.session.access_token}` }), 200)
    assert.equal(await write({ cookie, origin, authorization: 'Basic eDp5' }), 403)
  })

  test('of a session that was ended elsewhere are taken back at once', async () => {
    const browser = await signInWithCookies(installation, owner.email)
    const cookie = browser.header()
    assert.equal(await status(lists, { cookie }), 200)
    await browser.auth.signOut({ scope: 'local' })
    const response = await installation.fetchAsVisitor(lists, { headers: { cookie } })
    assert.equal(response.status, 401)
    assert.match(response.headers.getSetCookie()[0] ?? '', /=; Max-Age=0; Path=\/; SameSite=Lax$/)
  })
})

test('a lost auth service is said and ends nobody’s session', async (t) => {
  const cookie = (await signInWithCookies(installation, owner.email)).header()
  const lost = t.mock.method(
    installation.runtime.auth.service,
    'fetch',
    async () => new Response('{}', { status: 503 }),
  )
  const response = await installation.fetchAsVisitor(lists, { headers: { cookie } })
  assert.deepEqual([response.status, response.headers.getSetCookie()], [503, []])
  lost.mock.restore()
  assert.equal(await status(lists, { cookie }), 200)
})

test('an auth service that is busy ends nobody’s session, also where the access token has run out', async (t) => {
  const browser = await signInWithCookies(installation, owner.email)
  const { session } = (await browser.auth.getSession()).data
  const old = { ...session, expires_at: Math.floor(Date.now() / 1000) - 5 }
  const value = `base64-${Buffer.from(JSON.stringify(old)).toString('base64url')}`
  const cookie = `${installation.runtime.auth.cookieName}=${value}`
  for (const [busy, code] of [
    [409, 'conflict'],
    [429, 'over_request_rate_limit'],
  ] as const) {
    const { mock } = t.mock.method(installation.runtime.auth.service, 'fetch', async () =>
      Response.json({ code, message: 'busy' }, { status: busy, headers: { 'x-supabase-api-version': '2024-01-01' } }),
    )
    const response = await installation.fetchAsVisitor(lists, { headers: { cookie } })
    assert.deepEqual([response.status, response.headers.getSetCookie()], [503, []], code)
    mock.restore()
  }
  assert.equal(await status(lists, { cookie }), 200)
})

test('an address that carries a token is passed on to nobody as a referrer', async () => {
  for (const path of ['/auth/v1/verify?token=x&type=recovery', '/auth/v1/callback?code=x&state=y']) {
    const result = await installation.fetchAsVisitor(path, { redirect: 'manual' })
    assert.deepEqual([result.status >= 300, result.headers.get('referrer-policy')], [true, 'no-referrer'], path)
  }
  const { headers } = await installation.fetchAsVisitor('/healthz')
  assert.equal(headers.get('referrer-policy'), 'strict-origin-when-cross-origin')
})

test('requests to the auth service count the visitor and name their browser', async () => {
  const person = await addPerson(installation, 'device@example.com')
  const cookie = (await signInWithCookies(installation, person.email)).header()
  assert.equal(await status(lists, { cookie, 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/143.0' }), 200)
  const services = createAppServices(installation.runtime, visitOf(installation, person))
  const sessions = (await services.sessions()) ?? []
  assert.equal(sessions.length, 2)
  assert.deepEqual(
    sessions.map(({ isThis }) => isThis).toSorted((one) => (one ? -1 : 1)),
    [true, false],
  )
  for (const { ip } of sessions) assert.match(ip, /^(?:127\.0\.0\.1|::1)$/)
})

test('a picture is encoded anew and seen by those who share an organisation, nobody else', async () => {
  const { run } = createAppServices(installation.runtime, visitOf(installation, owner))
  const raw = await sharp({ create: { width: 900, height: 300, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  await run('picture.save', { image: raw })
  const pictureUrl = (await visitOf(installation, owner).identity.person())?.avatarUrl
  assert.ok(pictureUrl)
  const own = await installation.fetch(pictureUrl)
  assert.deepEqual([own.status, own.headers.get('content-type')], [200, 'image/webp'])
  assert.match(own.headers.get('cache-control') ?? '', /^private,/)
  assert.equal(await status(pictureUrl, stranger.headers()), 404)
  assert.equal(await status(pictureUrl), 401)
  assert.equal(await status(`${pictureUrl}x`, owner.headers()), 404)
  assert.equal(await status('/account/picture/nobody/x', owner.headers()), 404)
})

test('the mailbox shows what would have been sent, to this machine only', async () => {
  const { runtime } = installation
  const services = createAppServices(runtime, visitOf(installation, owner))
  const [first] = await services.run('organisation.list')
  const run = await services.inOrganisation(first?.organisation ?? '')
  await run('member.invite', { email: 'invited@example.com', role: 'viewer' })
  const token = mailboxToken(installation.config)
  const accept = { accept: 'application/json', authorization: `Bearer ${token}` }
  const findMail = async () => {
    const { body } = await getJson<{ id: string; recipient: string; body: string }[]>(installation, '/dev/mailbox', {
      headers: accept,
    })
    return body.find(({ recipient }) => recipient === 'invited@example.com')
  }
  let mail = await findMail()
  for (let tries = 0; mail === undefined && tries < 200; tries += 1) {
    await new Promise((done) => setTimeout(done, 50))
    mail = await findMail()
  }
  const link = /https?:\/\/\S+\/invitation\/(\S+)/.exec(mail?.body ?? '')
  assert.ok(link?.[1], mail?.body)
  const open = await createAppServices(runtime, visitOf(installation, stranger)).invitation(link[1])
  assert.deepEqual([open?.offer?.email, open?.offer?.role, open?.state], ['invited@example.com', 'viewer', 'open'])
  const page = await installation.fetchAsVisitor(`/dev/mailbox/${mail?.id}/html`, {
    headers: { authorization: `Bearer ${token}` },
  })
  assert.match(page.headers.get('content-security-policy') ?? '', /default-src 'none'.*sandbox/)
  for (const header of ['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via']) {
    assert.equal(await status('/dev/mailbox', { ...accept, [header]: '203.0.113.7' }), 404, header)
  }
})

test('the mailbox opens to nobody who has not shown the token of the console: other users of this machine ask as well', async () => {
  const token = mailboxToken(installation.config)
  assert.ok(token.length >= 32)
  const kept = join(installation.config.dataDir, 'mailbox-token')
  assert.equal(await readFile(kept, 'utf8'), `${token}\n`)
  assert.equal((await stat(kept)).mode & 0o777, 0o600)
  assert.ok(
    mailboxNote(installation.config, installation.address).endsWith(
      `${installation.address}/dev/mailbox?token=${token}`,
    ),
  )
  for (const path of ['/dev/mailbox', '/dev/mailbox/1', '/dev/mailbox/1/html', '/dev/mail', '/dev/mailbox?token=x']) {
    for (const headers of [
      {},
      { accept: 'application/json' },
      { authorization: 'Bearer x' },
      { cookie: 'mailbox=x' },
    ]) {
      assert.equal(await status(path, headers), 401, path)
    }
  }
  const closed = await installation.fetchAsVisitor('/dev/mailbox')
  assert.equal(closed.headers.get('referrer-policy'), 'same-origin')
  assert.match(await closed.text(), /<form method="post">/)
  for (const asked of [
    installation.fetchAsVisitor(`/dev/mailbox?token=${token}`),
    installation.fetchAsVisitor('/dev/mailbox', { method: 'POST', body: new URLSearchParams({ token }) }),
  ]) {
    const opened = await asked
    assert.deepEqual([opened.status, opened.headers.get('location')], [303, '/dev/mailbox'])
    const cookie = opened.headers.get('set-cookie') ?? ''
    assert.match(cookie, /; HttpOnly; SameSite=Strict$/)
    assert.equal(await status('/dev/mailbox', { cookie: cookie.split(';')[0] ?? '' }), 200)
  }
})

test('nobody can send invitations without end', async () => {
  const spammer = await addPerson(installation, 'spammer@example.com')
  const services = createAppServices(installation.runtime, visitOf(installation, spammer))
  const shop = { domain: 'spam.example', platform: 'woocommerce', zone: 'UTC', currency: 'EUR' }
  const { organisation } = await services.run('shop.create_own', shop)
  const another = await services.run('organisation.create', { name: 'Another' })
  const invite = async (to: string, count: number) => {
    const run = await services.inOrganisation(to)
    for (let sent = 0; sent < count; sent += 1) {
      await run('member.invite', { email: `v${sent}@example.com`, role: 'viewer' })
    }
  }
  const isTooMany = (error: unknown) => isAppError(error) && error.code === 'limit_reached'
  // Twenty an hour for an organisation, thirty in a quarter of one for a person.
  await assert.rejects(invite(organisation, 21), isTooMany)
  await invite(another.organisation, 10)
  await assert.rejects(invite(another.organisation, 1), isTooMany)
})

test('wrong passwords are refused with the protocol’s own error', async () => {
  const { error } = await owner.auth.signInWithPassword({ email: owner.email, password: 'wrong password' })
  assert.ok(error instanceof AuthApiError)
  assert.deepEqual([error.status, error.code], [400, 'invalid_credentials'])
})
