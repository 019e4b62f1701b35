import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { findSurveyAnswers } from '@tillsight/database'
import { listTrackingKeys, run, type SurveyReport, saveSurvey } from '@tillsight/domain'
import { z } from 'zod'
import { getJson, type Problem, postJson } from '../testing/http.ts'
import { addShop, startInstallation } from '../testing/installation.ts'
import { addPerson } from '../testing/people.ts'
import { waitFor } from '../testing/temporary.ts'
import { workedOrders, workedRange } from '../testing/worked-example.ts'

const installation = await startInstallation({ after }, { trustProxy: true })
const { database } = installation.runtime.stores
await addShop(installation, { domain: 'tea.example', name: 'Tea & <Sons>' }, workedOrders)
await addShop(installation, { domain: 'other.example' })
const shop = await installation.contexts.shop('tea.example')
const keyOf = async (domain: string) =>
  (await run(listTrackingKeys, await installation.contexts.shop(domain), {}))[0]?.key ?? ''
const [key, otherKey] = [await keyOf('tea.example'), await keyOf('other.example')]
const question = {
  enabled: true,
  text: 'Who <b>told</b> you?',
  options: [
    { id: 'a', label: 'A friend' },
    { id: 'b', label: '"><script>alert(1)</script>' },
  ],
  allowsOther: true,
}
await run(saveSurvey, shop, question)

const path = (order: string, more: object = {}) => `/p/survey?${new URLSearchParams({ key, order, ...more })}`
const visit = { headers: { origin: 'https://tea.example', 'accept-language': 'de-AT,de;q=0.9' } }

interface Asked {
  readonly asked: boolean
  readonly options: readonly { readonly id: string }[]
  readonly texts: Readonly<Record<string, string>>
}

function tell(body: object | string, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
  return installation.fetchAsVisitor('/p/survey', {
    method: 'POST',
    headers: { 'content-type': 'text/plain', ...visit.headers, ...headers },
    body: typeof body === 'string' ? body : JSON.stringify({ key, version: 1, answer: 'a', source: 'widget', ...body }),
  })
}

const problemOf = async (response: Response) => {
  assert.equal(response.headers.get('access-control-allow-origin'), '*')
  const { detail } = (await response.json()) as Problem
  return `${response.status} ${detail}`
}
const stored = async (order: string, ctx = shop) => (await findSurveyAnswers(database.kysely, ctx.shop.id, [order]))[0]

suite('/p/survey', () => {
  test('asks pages of any site in random order, takes one answer, and thanks for more', async () => {
    const orders = new Set<string>()
    while (orders.size < 2) {
      const response = await installation.fetchAsVisitor(path('1001'), visit)
      const { asked, options, texts, ...rest } = (await response.json()) as Asked
      assert.deepEqual([response.status, asked, texts['send']], [200, true, 'Absenden'])
      assert.deepEqual(rest, { version: 1, question: question.text, other: true })
      assert.equal(response.headers.get('cache-control'), 'no-store')
      assert.equal(response.headers.get('access-control-allow-origin'), '*')
      orders.add(options.map(({ id }) => id).join(''))
    }
    assert.deepEqual([...orders].sort(), ['ab', 'ba'])
    assert.equal((await tell({ order: '1001', answer: 'other', text: `${'x'.repeat(600)}` })).status, 204)
    assert.equal((await tell({ order: '1001', answer: 'b' })).status, 204)
    const kept = await stored('1001')
    assert.deepEqual([kept?.answer, kept?.otherText.length, kept?.source], ['other', 500, 'widget'])
    const again = await installation.fetchAsVisitor(path('1001'), visit)
    assert.deepEqual(await again.json(), { asked: false, reason: 'answered' })
    assert.equal((await tell({ order: '1002', answer: '' })).status, 204)
    assert.equal((await stored('1002'))?.answer, '')
    await waitFor('the answers in the warehouse', async () => {
      const sql = "SELECT count() AS n FROM survey_answers WHERE shop_id = {shop:UUID} AND order_id IN ('1001', '1002')"
      const [row] = await shop.warehouse.read({ sql, params: {} }, z.object({ n: z.coerce.number() }))
      return row?.n === 2 ? row : undefined
    })
  })

  test('says what is wrong, and keeps nothing of it', async () => {
    const unknown = /^404 This key names no shop/
    assert.match(await problemOf(await tell({ order: '1', key: 'tk_000000000000000000000000' })), unknown)
    assert.match(await problemOf(await installation.fetchAsVisitor(path('1', { key: '' }))), unknown)
    assert.match(await problemOf(await tell('[1]')), /^400 The body is no JSON object/)
    assert.match(await problemOf(await tell({ answer: 'a' })), /^400 .*order’s id/)
    assert.match(await problemOf(await tell({ order: 'a b' })), /^400 Name the order|^400 .*order/)
    assert.match(await problemOf(await tell({ order: '1', version: 9 })), /^400 .*never asked version 9/)
    assert.match(await problemOf(await tell({ order: '1', answer: 'zz' })), /^400 This answer cannot be chosen/)
    assert.match(await problemOf(await tell({ order: '1', text: 'x'.repeat(20_000) })), /^413 /)
    assert.equal(await stored('1'), undefined)
    // A shop without a survey, with its own key.
    assert.match(await problemOf(await tell({ order: '1', key: otherKey })), /^409 .*does not ask/)
    const off = await installation.fetchAsVisitor(path('1001', { key: otherKey }))
    assert.deepEqual(await off.json(), { asked: false, reason: 'off' })
    assert.equal(await stored('1', await installation.contexts.shop('other.example')), undefined)
    const preflight = await installation.fetchAsVisitor('/p/survey', { method: 'OPTIONS', ...visit })
    assert.deepEqual([preflight.status, preflight.headers.get('access-control-allow-origin')], [204, '*'])
  })

  test('is a page that needs no script, shows what others wrote as text, and takes a form', async () => {
    const page = await installation.fetchAsVisitor(path('2001').replace('?', '/page?'), visit)
    const text = await page.text()
    assert.match(page.headers.get('content-security-policy') ?? '', /^default-src 'none'; style-src 'sha256-/)
    assert.match(page.headers.get('x-robots-tag') ?? '', /noindex/)
    assert.doesNotMatch(text, /<script|<b>/)
    assert.match(text, /Tea &amp; &lt;Sons&gt;/)
    assert.match(text, /Who &lt;b&gt;told&lt;\/b&gt; you\?/)
    const send = (form: Readonly<Record<string, string>>) =>
      installation.fetchAsVisitor('/p/survey/page', {
        method: 'POST',
        body: new URLSearchParams({ key, order: '2001', version: '1', ...form }),
        headers: { origin: 'null' },
      })
    const empty = await send({ text: '' })
    assert.equal(empty.status, 400)
    assert.match(await empty.text(), /Choose an answer/)
    assert.match(await (await send({ answer: 'a', text: 'x' })).text(), /Thank you for telling us/)
    const kept = await stored('2001')
    assert.deepEqual([kept?.answer, kept?.otherText, kept?.source], ['a', '', 'link'])
    assert.match(await (await send({ order: '2002', skip: '1', answer: 'a' })).text(), /Thank you/)
    assert.equal((await stored('2002'))?.answer, '')
    const done = await installation.fetchAsVisitor(path('2001').replace('?', '/page?'))
    assert.match(await done.text(), /answered already/)
    const wrong = await send({ key: 'tk_<script>', answer: 'a' })
    assert.equal(wrong.status, 404)
    assert.doesNotMatch(await wrong.text(), /<script/)
  })

  test('listens to one network only so often, and to others meanwhile', async () => {
    const from = (address: string) =>
      installation.fetchAsVisitor(path('1'), { headers: { 'x-forwarded-for': address } })
    let refused: Response | undefined
    while (refused === undefined) {
      const answers = await Promise.all(Array.from({ length: 100 }, () => from('203.0.113.9')))
      refused = answers.find(({ status }) => status === 429)
    }
    assert.match(refused.headers.get('retry-after') ?? '', /^\d+$/)
    assert.equal((await from('198.51.100.1')).status, 200)
  })
})

suite('/api/v1/shops/{domain}/survey', () => {
  test('tells and changes what is asked, for those who may see the shop', async () => {
    const api = '/api/v1/shops/tea.example/survey'
    const { body } = await getJson<{ enabled: boolean; key: string; mappings: object[] }>(installation, api)
    assert.deepEqual([body.enabled, body.key], [true, key])
    const mappings = [{ answer: 'a', channel: 'word_of_mouth' }]
    const saved = await postJson<typeof body>(installation, `${api}/mappings`, { body: { mappings } })
    assert.deepEqual(saved.body.mappings[0], { answer: 'a', label: 'A friend', channel: 'word_of_mouth', platform: '' })
    const report = await postJson<SurveyReport>(installation, `${api}/report`, { body: workedRange })
    assert.equal(report.status, 200, JSON.stringify(report.body))
    assert.equal(report.body.rows.length, 3)
    const bad = await postJson<Problem>(installation, api, { body: { ...question, text: ' ' } })
    assert.deepEqual([bad.status, bad.body.detail], [400, 'Write the question.'])
    const stranger = await addPerson(installation, 'stranger@example.com', { isOwner: true })
    const asked = await installation.fetchAsVisitor(api, { headers: stranger.headers() })
    assert.equal(asked.status, 404)
  })
})

test('what answers stand for, said through the API, reaches those given before as from a page', async () => {
  const { jobs } = installation.runtime
  const counting = async () =>
    (await jobs.list()).flatMap(({ id, label }) => (label === 'Counting what buyers answered' ? [id] : []))
  const before = await counting()
  const mappings = [{ answer: 'a', channel: 'podcast' }]
  const { status } = await postJson(installation, '/api/v1/shops/other.example/survey/mappings', { body: { mappings } })
  assert.equal(status, 200)
  assert.ok((await counting()).some((id) => !before.includes(id)))
})
