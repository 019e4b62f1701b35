import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { toConnectionId } from '@tillsight/core'
import { addDays, dayOf } from '@tillsight/core/days'
import { type ConnectionView, chooseAccounts, disconnect, listConnections, run } from '@tillsight/domain'
import {
  type AdSource,
  sampleAds,
  startGoogleAdsFake,
  startMetaAdsFake,
  startTikTokAdsFake,
} from '../../simulators/index.ts'
import { getJson, type Problem } from '../testing/http.ts'
import { addShop, startInstallation } from '../testing/installation.ts'
import { addPerson } from '../testing/people.ts'
import { waitFor } from '../testing/temporary.ts'

// Represents a TLS proxy in front; nothing listens there, so this test forwards requests to the server.
const publicUrl = 'https://localhost:9'
const domain = 'ads.example'

function sourceOf(idDigits: number, prefix: string): AdSource {
  const account = { status: 'active', zone: 'Europe/Berlin' } as const
  return sampleAds({
    seed: 3,
    idDigits,
    accounts: [
      { ...account, id: `${prefix}1`, name: 'Shop', currency: 'EUR' },
      { ...account, id: `${prefix}2`, name: 'Shop in America', currency: 'USD', zone: 'America/Chicago' },
    ],
    campaigns: 2,
    adSetsPerCampaign: 1,
    adsPerAdSet: 2,
    startsOn: addDays(dayOf(new Date(), 'UTC'), -20),
  })
}

const google = await startGoogleAdsFake({ source: sourceOf(11, '123456789'), autoAccept: true })
const metaSource = sourceOf(17, '1000')
const meta = await startMetaAdsFake({ source: metaSource, consent: 'grant', runPolls: 0 })
const tiktok = await startTikTokAdsFake({ source: sourceOf(19, '710000000000000000'), portal: 'accept' })
for (const fake of [google, meta, tiktok]) after(() => fake.stop())

const platforms = [
  { id: 'googleads', host: google.url },
  { id: 'metaads', host: meta.dialogUrl },
  { id: 'tiktokads', host: tiktok.url },
] as const

const installation = await startInstallation(
  { after },
  {
    publicUrl,
    platformApps: {
      googleads: { ...google.app, adsUrl: google.url, oauthUrl: google.oauthUrl },
      metaads: {
        appId: meta.app.appId,
        appSecret: meta.app.appSecret,
        graphUrl: meta.graphUrl,
        dialogUrl: meta.dialogUrl,
      },
      tiktokads: { appId: tiktok.app.appId, appSecret: tiktok.app.secret, url: tiktok.url, requestsPerSecond: '1000' },
    },
  },
)
await addShop(installation, { domain, zone: 'Europe/Berlin' })

const behindProxy = (address: string | null) => (address ?? assert.fail('nowhere')).replace(publicUrl, '')
const places = async (path: string) => (await installation.fetch(path)).headers.get('location')

async function connectionTo(platform: string): Promise<ConnectionView | undefined> {
  const views = await run(listConnections, await installation.contexts.shop(domain), {})
  return views.find(({ connector }) => connector === platform)
}

/** The address that the platform redirects the browser back to. */
async function backFrom(platform: string): Promise<string> {
  const there = await places(`/api/${platform}/connect?shop=${domain}`)
  const response = await fetch(there ?? assert.fail('not sent to the platform'), { redirect: 'manual' })
  return behindProxy(response.headers.get('location'))
}

for (const { id, host } of platforms) {
  suite(`connecting ${id}`, () => {
    test('sends the browser to the platform, and asks which accounts when it comes back', async () => {
      const there = (await places(`/api/${id}/connect?shop=${domain}`)) ?? assert.fail('sent nowhere')
      assert.ok(there.startsWith(host), there)
      assert.match(there, /state=[\w-]{20,}/)
      assert.ok(decodeURIComponent(there).includes(`${publicUrl}/connect/return/${id}`))
      const [session = ''] = installation.owner.cookie.split('; ')
      const elsewhere = await installation.fetchAsVisitor(await backFrom(id), {
        headers: { cookie: session, accept: 'text/html' },
      })
      const otherBrowser = `/shop/${domain}/integrations?failed=${id}&why=other_browser`
      assert.equal(elsewhere.headers.get('location'), otherBrowser, 'a member who did not begin')
      assert.equal(await places(await backFrom(id)), `/shop/${domain}/integrations?connected=${id}`)
      const view = await connectionTo(id)
      assert.equal(view?.status, 'choose_accounts')
      assert.deepEqual(
        view.adAccounts.map(({ name, currency, zone, readable, chosen }) => [name, currency, zone, readable, chosen]),
        [
          ['Shop', 'EUR', 'Europe/Berlin', true, false],
          ['Shop in America', 'USD', 'America/Chicago', true, false],
        ],
      )
      const told = JSON.stringify(view)
      assert.doesNotMatch(told, /secret/i)
      // In their exact spelling: a lower-case “eaa” occurs in one random id of two hundred.
      assert.doesNotMatch(told, /EAA|GOCSPX|ya29|1\/\//)
    })

    test('reads what was chosen to its end, and only that', async () => {
      const view = await connectionTo(id)
      const [first] = view?.adAccounts ?? []
      assert.ok(view && first)
      const ctx = await installation.contexts.shop(domain)
      await run(chooseAccounts, ctx, { connection: view.id, accounts: [first.id] })
      const whole = await waitFor('the whole history', async () => {
        const now = await connectionTo(id)
        const failed = now?.streams.find(({ problem }) => problem !== null)
        assert.equal(failed, undefined, JSON.stringify(failed?.problem))
        return now?.streams.every(({ complete }) => complete) ? now : undefined
      })
      assert.equal(whole.status, 'healthy')
      assert.deepEqual(
        whole.adAccounts.map(({ chosen, problem }) => [chosen, problem]),
        [
          [true, null],
          [false, null],
        ],
      )
    })

    test('keeps the chosen account when somebody signs in again', async () => {
      const before = await connectionTo(id)
      assert.equal(await places(await backFrom(id)), `/shop/${domain}/integrations?connected=${id}`)
      const after = await connectionTo(id)
      assert.equal(after?.id, before?.id)
      assert.deepEqual(
        after?.adAccounts.map(({ chosen }) => chosen),
        [true, false],
      )
    })

    test('an answer works once, and one that nobody asked for leads to the page that says so', async () => {
      const asBrowser = async (path: string) =>
        (await installation.fetch(path, { headers: { accept: 'text/html' } })).headers.get('location')
      assert.equal(
        await asBrowser(`/connect/return/${id}?state=made-up&code=1&auth_code=1`),
        `/shop/${domain}/integrations?failed=${id}&why=unknown`,
      )
      const back = await backFrom(id)
      assert.equal(
        await asBrowser(back.replace(/(auth_code|code)=[^&]+/g, '')),
        `/shop/${domain}/integrations?failed=${id}&why=declined`,
      )
    })

    test('is refused to visitors and strangers', async () => {
      const visitor = await installation.fetchAsVisitor(`/api/${id}/connect?shop=${domain}`)
      assert.equal(visitor.headers.get('location'), installation.config.identity.guard.login)
      const stranger = await addPerson(installation, `stranger-${id}@example.com`)
      const { status, body } = await getJson<Problem>(installation, `/api/${id}/connect?shop=${domain}`, {
        headers: stranger.headers(),
      })
      assert.deepEqual([status, body.code], [404, 'not_found'])
    })

    if (id === 'metaads') {
      test('shows the pictures of its ads to those who see the shop, from here', async () => {
        const [account] = metaSource.accounts
        const ad = account?.campaigns[0]?.adSets[0]?.ads[0]
        const path = `/shop/${domain}/campaigns/picture/metaads.${account?.id}.${ad?.id}`
        const picture = await waitFor('the picture', async () => {
          const response = await installation.fetch(path)
          return response.status === 200 ? response : undefined
        })
        assert.equal(picture.headers.get('content-type'), 'image/webp')
        assert.match(picture.headers.get('cache-control') ?? '', /private/)
        assert.equal(Buffer.from(await picture.arrayBuffer()).toString('latin1', 8, 12), 'WEBP')
        const headers = { 'if-none-match': picture.headers.get('etag') ?? '' }
        assert.equal((await installation.fetch(path, { headers })).status, 304)
        const missing = await installation.fetch(`/shop/${domain}/campaigns/picture/metaads.1.1`)
        assert.equal(missing.status, 404)
        const stranger = await addPerson(installation, 'curious@example.com')
        assert.equal((await installation.fetch(path, { headers: stranger.headers() })).status, 404)
        assert.equal((await installation.fetchAsVisitor(path)).status, 401)
      })
    }

    test('disconnecting with its figures leaves nothing of it', async () => {
      const view = await connectionTo(id)
      assert.ok(view)
      const ctx = await installation.contexts.shop(domain)
      await run(disconnect, ctx, { connection: toConnectionId(view.id), data: 'delete' })
      assert.equal(await connectionTo(id), undefined)
    })
  })
}
