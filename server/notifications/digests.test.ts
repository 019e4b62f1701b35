// Digests from outside: as mails that a parser reads, figures as the API answers them, and links as mail programs follow them.
import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { startSmtpSink } from '@tillsight/auth/testing'
import { addDays, dayOf } from '@tillsight/core/days'
import { findShopsByDomain } from '@tillsight/database'
import { requestRound } from '@tillsight/domain'
import PostalMime from 'postal-mime'
import { figureText } from '../../app/format/index.ts'
import { languages } from '../../app/language/languages.ts'
import { loadConfig } from '../config.ts'
import { personRunner } from '../people-verbs.ts'
import { postJson } from '../testing/http.ts'
import { addShop, startInstallation } from '../testing/installation.ts'
import { visitOf } from '../testing/people.ts'
import { temporaryFolder, waitFor } from '../testing/temporary.ts'

const sink = await startSmtpSink()
after(() => sink.close())
const { identity } = loadConfig({
  PORT: '0',
  TILLSIGHT_DATA_DIR: await temporaryFolder({ after }),
  SMTP_URL: `smtp://127.0.0.1:${sink.port}`,
  MAIL_FROM: 'Tillsight <mail@till.example>',
  AUTH_RATE_LIMIT_OTP: '1000000',
})
const installation = await startInstallation({ after }, { identity })
const { runtime, owner } = installation
const domain = 'tea.example'
const today = dayOf(runtime.clock.now(), 'Europe/Berlin')
const yesterday = addDays(today, -1)
const weekBefore = addDays(yesterday, -7)
const stranger = '<img src=x onerror=alert(1)>"Tee" & Söhne'
const header = 'order_id,placed_at,country,email,gateway,sku,title,quantity,unit_price,tax'
const line = ([id, day, title, price]: readonly [id: number, day: string, title: string, price: string]) =>
  `${id},${day} 12:00,DE,b${id}@example.com,card,S${id},"${title.replaceAll('"', '""')}",1,${price},1.90`
await addShop(
  installation,
  { domain, name: 'Tea <b>&amp;</b> "House"' },
  [
    header,
    line([1, yesterday, stranger, '100.005']),
    line([2, yesterday, 'Mug', '20.00']),
    line([3, weekBefore, 'Mug', '55.10']),
    line([4, weekBefore, 'Hat', '13.00']),
  ].join('\n'),
)
const [shop] = await findShopsByDomain(runtime.stores.database.kysely, domain)
assert.ok(shop)
const run = personRunner(runtime, visitOf(installation, owner))
const figures = ['sales', 'orders', 'aov', 'newCustomers', 'returns']

async function nextMail(make: () => Promise<unknown>) {
  const before = sink.mails.length
  await make()
  await waitFor('a mail', () => (sink.mails.length > before ? true : undefined))
  const raw = sink.mails.at(-1)?.data ?? ''
  return { raw, mail: await PostalMime.parse(raw), to: sink.mails.at(-1)?.to }
}

/** Makes a real daily digest, as at its time. */
async function makeDaily() {
  const db = runtime.stores.database.kysely
  await run('notifications.save', { figures, digestAt: '00:00' })
  await run('digest.save', { digests: [] })
  await db.deleteFrom('deliveries').where('personId', '=', owner.id).execute()
  await run('digest.save', { digests: [{ every: 'day', shop: shop?.id ?? '' }] })
  await db
    .updateTable('digests')
    .set({ since: new Date(runtime.clock.now().getTime() - 2 * 86_400_000) })
    .execute()
  await requestRound(runtime.jobs)
}

test('a digest is one mail in two forms, with figures as the API answers them and ways to end it by a click', async () => {
  const { mail, raw, to } = await nextMail(makeDaily)
  assert.deepEqual(to, [owner.email])
  assert.ok(raw.length < 100_000, `${raw.length} bytes`)
  const { body } = await postJson<{
    totals: Record<string, string | number>
    compare: { totals: Record<string, string | number> }
  }>(installation, `/api/v1/shops/${domain}/metrics/query`, {
    body: { metrics: figures, from: yesterday, to: yesterday, compare: { from: weekBefore, to: weekBefore } },
  })
  const format = { currency: 'EUR', decimals: 2 }
  for (const [key, unit] of [
    ['sales', 'money'],
    ['orders', 'count'],
    ['aov', 'money'],
  ] as const) {
    const now = figureText(body.totals[key], unit, format)
    const then = figureText(body.compare.totals[key], unit, format)
    assert.match(mail.text ?? '', new RegExp(`: ${escaped(now)}  .+  \\(${escaped(then)}\\)`), key)
    assert.ok(mail.html?.includes(now) && mail.html.includes(then), key)
    assert.ok(
      mail.html?.includes(
        `from=${yesterday}&amp;to=${yesterday}&amp;compare_from=${weekBefore}&amp;compare_to=${weekBefore}`,
      ),
    )
    assert.ok(mail.html?.includes(`open=${key}"`), 'each figure opens by its own link')
  }
  const headers = new Map(mail.headers.map(({ key, value }) => [key, value]))
  assert.match(headers.get('list-unsubscribe') ?? '', /^<http:\/\/[^>]+\/unsubscribe\/[\w-]{43}>$/)
  assert.equal(headers.get('list-unsubscribe-post'), 'List-Unsubscribe=One-Click')
  assert.match(mail.messageId ?? '', /^<[0-9a-f]{32}@till\.example>$/)
  assert.match(mail.text ?? '', /Why sales changed by [+−]/)
})

test('names of strangers stay text, and nothing is fetched or followed', async () => {
  const { mail, raw } = await nextMail(() => run('digest.send', { every: 'day', shop: shop.id }))
  const html = mail.html ?? ''
  assert.ok(html.includes('&lt;img src=x onerror=alert(1)&gt;&quot;Tee&quot; &amp; Söhne'))
  assert.ok(!/<(?:img|script|link|iframe|object|form|video|audio|svg)\b/i.test(html))
  assert.ok(!/url\(|@import|src=["']?https?:/i.test(html))
  assert.equal(mail.headers.filter(({ key }) => key === 'bcc').length, 0)
  assert.match(mail.text ?? '', /<img src=x onerror=alert\(1\)>"Tee" & Söhne/)
  assert.ok(raw.length < 100_000)
  for (const href of html.match(/href="[^"]*"/g) ?? [])
    assert.match(href, /^href="http:\/\/(?:localhost|127\.0\.0\.1):/)
})

suite('the link that ends a digest', () => {
  const linkIn = (text: string | undefined) => /\/unsubscribe\/[\w-]{43}/.exec(text ?? '')?.[0] ?? ''
  const own = async () => (await run('digest.list')).digests

  test('changes nothing when it is opened, and ends this one alone when its button is pressed', async () => {
    const { mail } = await nextMail(makeDaily)
    await run('digest.save', {
      digests: [
        { every: 'day', shop: shop.id },
        { every: 'week', shop: null },
      ],
    })
    const link = linkIn(mail.text)
    const page = await installation.fetchAsVisitor(link)
    assert.equal(page.status, 200)
    assert.match(await page.text(), /<form method="post"><button>Stop this digest<\/button>/)
    assert.equal((await own()).length, 2)
    const done = await installation.fetchAsVisitor(link, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    })
    assert.equal(done.status, 200)
    assert.deepEqual(await own(), [{ every: 'week', shop: null }])
    assert.match(await (await installation.fetchAsVisitor(link)).text(), /This digest is stopped/)
    assert.equal((await installation.fetchAsVisitor(link, { method: 'POST' })).status, 200, 'again is no failure')
  })

  test('is nobody’s to make up', async () => {
    for (const token of [
      'x',
      'A'.repeat(43),
      linkIn((await nextMail(makeDaily)).mail.text)
        .slice(13)
        .replace(/^./, (c) => (c === 'A' ? 'B' : 'A')),
    ]) {
      assert.equal((await installation.fetchAsVisitor(`/unsubscribe/${token}`, { method: 'POST' })).status, 404, token)
    }
    assert.equal((await own()).length, 1)
  })
})

test('every language has its own words, and Arabic its direction', async () => {
  const subjects = new Set<string>()
  for (const language of languages) {
    await run('profile.save', { name: 'Ann', language, zone: 'Europe/Berlin' })
    const { subject, html, text } = await run('digest.preview', { every: 'week', shop: shop.id })
    subjects.add(subject)
    assert.ok(html.includes(`<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}"`), language)
    assert.ok(!/\{\w+\}/.test(text), `${language}: ${text}`)
  }
  assert.equal(subjects.size, languages.length)
  await run('profile.save', { name: 'Ann', language: 'en', zone: 'Europe/Berlin' })
})

test('a preview is for whoever is signed in, of their own shops', async () => {
  const path = `/account/notifications/preview?digest=day:${shop.id}`
  const page = await installation.fetch(path)
  assert.equal(page.status, 200)
  assert.match(page.headers.get('content-security-policy') ?? '', /default-src 'none'/)
  assert.ok((await page.text()).includes('Compared with'))
  assert.equal((await installation.fetchAsVisitor(path)).status, 401)
  assert.equal(
    (await installation.fetch('/account/notifications/preview?digest=day:0b3f4d5e-0000-4000-8000-000000000000')).status,
    404,
  )
  assert.equal((await installation.fetch('/account/notifications/preview?digest=hour:')).status, 400)
})

function escaped(text: string): string {
  return text.replace(/[\\^$.|?+()[\]{}]/g, '\\$&')
}
