import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { addDecimals, type Clock } from '@tillsight/core'
import { nextWriteVersion, reopenAllSurveyAnswers } from '@tillsight/database'
import { z } from 'zod'
import { askCredit, type SeenOrder, writeSeenOrders } from '../attribution/testing.ts'
import { run, type ShopContext } from '../context/index.ts'
import { drainJourneys } from '../journeys/index.ts'
import { tellIdentification, tellTouch, visitorOf } from '../journeys/random-people.testing.ts'
import { writeRecords } from '../ledger/index.ts'
import { buyer, sampleLine, sampleOrder } from '../ledger/sample-facts.ts'
import { eraseCustomer, exportCustomer } from '../privacy/index.ts'
import { findTexts, readEverything } from '../privacy/testing.ts'
import { openTestStores } from '../reports/shop.testing.ts'
import {
  askBuyer,
  getSurvey,
  readSurveyAnswer,
  reportSurvey,
  saveSurvey,
  saveSurveyMappings,
  takeSurveyAnswer,
  writeSurveyAnswers,
} from './index.ts'

const stores = await openTestStores({ after })
const june = { from: '2026-06-01', to: '2026-06-30' }
const hourMs = 3_600_000

/** A clock that tests can advance. */
function clockAt(text: string) {
  let at = Date.parse(text)
  const clock: Clock = { now: () => new Date(at) }
  return { clock, advance: (ms: number) => void (at += ms) }
}

const asked = {
  enabled: true,
  text: 'How did you hear of us?',
  options: [
    { id: 'search', label: 'Search' },
    { id: 'podcast', label: 'Podcast' },
  ],
  allowsOther: true,
}

function answer(ctx: ShopContext, order: string, given: { version?: number; answer: string; text?: string }) {
  return takeSurveyAnswer(ctx, readSurveyAnswer({ version: 1, ...given, order }))
}

async function settle(ctx: ShopContext): Promise<void> {
  await writeSurveyAnswers(ctx)
  await drainJourneys(ctx)
}

const ann = { customer: buyer('ann@example.com') }
const order = (id: string, placedAt: string, more: object = ann) =>
  sampleOrder({ id, placedAt, lines: [sampleLine({ id: '1', gross: '60.00' })], ...more })
const write = (ctx: ShopContext, ...records: ReturnType<typeof order>[]) =>
  writeRecords(ctx, { source: 'woocommerce', records })

const [told, late, old] = ['2026-06-10', '2026-06-11', '2026-05-20']
const JourneyRow = z.object({ order_id: z.string(), survey_channel: z.string() })

/** Survey channels in journeys, by order. */
async function heard({ warehouse }: ShopContext): Promise<Record<string, string>> {
  const sql = 'SELECT order_id, survey_channel FROM journeys WHERE shop_id = {shop:UUID}'
  const rows = await warehouse.read({ sql, params: {} }, JourneyRow)
  return Object.fromEntries(rows.map((row) => [row.order_id, row.survey_channel]))
}

/** Credit for the day of the order `told`, after checking that the parts add up to what was booked. */
async function earned(ctx: ShopContext, model: 'linear_all' | 'survey_blend'): Promise<Record<string, string>> {
  const { rows, closing, totals } = await askCredit(ctx, { from: told, to: told, model })
  assert.equal(Number(addDecimals(rows.map(({ revenue }) => revenue))), Number(closing.credited))
  assert.equal(Number(addDecimals([closing.credited, closing.not_tracked])), Number(totals.revenue))
  assert.equal(Number(totals.revenue), Number(closing.booked))
  return Object.fromEntries(rows.map(({ channel, revenue }) => [channel, revenue]))
}

suite('what a buyer answers', () => {
  const { clock } = clockAt('2026-06-30T12:00:00Z')

  test('moves credit of its order alone, follows the table, and is forgotten with the buyer', async () => {
    const ctx = await stores.openShop({}, clock)
    await run(saveSurvey, ctx, asked)
    await run(saveSurveyMappings, ctx, { mappings: [{ answer: 'search', channel: 'paid_search' }] })
    const seen = Date.parse('2026-06-09T10:00:00Z')
    for (const [index, channel] of ['paid_search', 'email'].entries()) {
      const more = { channel, channel_rule: channel }
      await tellTouch(ctx, { visitor: visitorOf(1), touch_id: `t${index}`, ts: seen + index * hourMs, more })
    }
    await tellIdentification(ctx, { visitor: visitorOf(1), ts: seen, names: ['email:ann@example.com'] })
    await write(
      ctx,
      order('told', `${told}T10:00:00Z`),
      order('old', `${old}T10:00:00Z`, { customer: buyer('x@y.example') }),
    )

    assert.deepEqual(await answer(ctx, 'gid://shopify/Order/77', { answer: 'search' }), { isNew: true })
    assert.deepEqual(await askBuyer(ctx, '77'), { asked: false, reason: 'answered' })
    for (const id of ['told', 'late', 'old']) await answer(ctx, id, { answer: 'search' })
    assert.deepEqual(await answer(ctx, 'told', { answer: 'podcast' }), { isNew: false }, 'the first one counts')
    await settle(ctx)
    await write(ctx, order('late', `${late}T10:00:00Z`))
    const known = { told: 'paid_search', late: 'paid_search', old: '' }
    assert.deepEqual(await heard(ctx), known, 'one was answered about before it came, one after more than 30 days')
    assert.deepEqual(await earned(ctx, 'survey_blend'), { paid_search: '45.00', email: '15.00' })
    assert.deepEqual(await earned(ctx, 'linear_all'), { email: '30.00', paid_search: '30.00' })

    await run(saveSurveyMappings, ctx, { mappings: [{ answer: 'search', channel: 'Word of mouth' }] })
    await settle(ctx)
    const moved = { word_of_mouth: '30.00', email: '15.00', paid_search: '15.00' }
    assert.deepEqual(await earned(ctx, 'survey_blend'), moved)
    // Like after restoring a warehouse that is older than the database.
    await ctx.warehouse.purge({ from: 'survey_answers', where: '1', params: {} })
    await reopenAllSurveyAnswers(ctx.queries, await nextWriteVersion(ctx.queries))
    await settle(ctx)
    assert.deepEqual(await heard(ctx), { told: 'word_of_mouth', late: 'word_of_mouth', old: '' })

    await write(ctx, order('own-words', `${told}T11:00:00Z`))
    await answer(ctx, 'own-words', { answer: 'other', text: ' Aunt\u0000 Agatha\n told\u202e me ' })
    await settle(ctx)
    const subject = { email: 'ann@example.com' }
    const { answers } = await run(exportCustomer, ctx, subject)
    const words = { question: asked.text, answer: 'Something else', text: 'Aunt Agatha told me' }
    assert.deepEqual(answers.length, 3)
    assert.deepEqual(
      answers.find((each) => each['order'] === 'own-words'),
      { ...words, order: 'own-words', answeredAt: clock.now().toISOString(), source: 'widget' },
    )
    await run(eraseCustomer, ctx, subject)
    assert.deepEqual(findTexts(await readEverything(ctx), ['Agatha']), [])
    assert.deepEqual(await heard(ctx), { told: '', late: '', old: '', 'own-words': '' })
    assert.deepEqual(await answer(ctx, 'told', { answer: 'other', text: 'Agatha' }), { isNew: false })
    assert.deepEqual(await askBuyer(ctx, 'told'), { asked: false, reason: 'answered' })
  })

  test('is refused where it could not be chosen, or nobody asks', async () => {
    const ctx = await stores.openShop({}, clock)
    const refused = (given: object, expected: RegExp) =>
      assert.rejects(
        async () => takeSurveyAnswer(ctx, readSurveyAnswer({ order: '1', version: 1, ...given })),
        expected,
      )
    assert.deepEqual(await askBuyer(ctx, '1'), { asked: false, reason: 'off' })
    await refused({ answer: '' }, /does not ask/)
    const { question } = await run(saveSurvey, ctx, { ...asked, allowsOther: false })
    await refused({ answer: 'other', text: 'x' }, /cannot be chosen/)
    await refused({ answer: 'search', version: 2 }, /never asked version 2/)
    await refused({ answer: 'search', order: 'a\u0007' }, /“order”|by its id/)
    assert.equal(question.version, 1)
    const same = { ...asked, allowsOther: false, options: asked.options.toReversed().map(({ label }) => ({ label })) }
    assert.deepEqual(
      (await run(saveSurvey, ctx, { ...same, enabled: false })).question,
      question,
      'nothing new is asked',
    )
    const { question: next } = await run(saveSurvey, ctx, { ...same, text: 'Who told you?' })
    assert.deepEqual([next.version, next.options.map(({ id }) => id).sort()], [2, ['podcast', 'search']])
    const twice = { ...asked, options: [{ label: 'A' }, { label: 'a' }] }
    await assert.rejects(run(saveSurvey, ctx, twice), { code: 'invalid_input', details: { field: 'options.1.label' } })
  })
})

suite('the report', () => {
  test('is of one wording, with intervals worked out by hand, beside what clicks say', async () => {
    const { clock, advance } = clockAt('2026-06-20T12:00:00Z')
    const ctx = await stores.openShop({}, clock)
    await run(saveSurvey, ctx, asked)
    await run(saveSurveyMappings, ctx, { mappings: [{ answer: 'search', channel: 'organic_search' }] })
    const touch = (channel: string) => [{ at: '2026-06-15T09:00:00Z', channel }]
    const orders = Array.from({ length: 42 }, (_, index): SeenOrder => {
      const touches = index < 20 ? touch('organic_search') : index < 30 ? touch('email') : []
      const placedAt = index === 41 ? '2026-05-31T12:00:00Z' : '2026-06-15T10:00:00Z'
      return { id: `o${index}`, placedAt, value: '10', touches, cancelled: index === 40 }
    })
    await writeSeenOrders(ctx, orders)
    const said = [
      ...Array<string>(8).fill('search'),
      ...Array<string>(5).fill('podcast'),
      ...['Radio', 'A flyer', 'a sign', 'radio', '', 'Sign', 'A sign'].map((text) => `other ${text}`),
      '',
      '',
    ]
    for (const [index, each] of said.entries()) {
      const [chosen = '', ...words] = each.split(' ')
      await answer(ctx, `o${index}`, { answer: chosen, text: words.join(' ') })
      advance(1000)
    }
    // Neither a cancelled order nor one of another day counts.
    for (const id of ['o40', 'o41']) await answer(ctx, id, { answer: 'podcast' })
    await run(saveSurvey, ctx, { ...asked, text: 'Who told you first?' })
    await answer(ctx, 'o30', { version: 2, answer: 'podcast' })
    await writeSurveyAnswers(ctx)

    const report = await run(reportSurvey, ctx, { ...june, version: 1, model: 'last_click' })
    assert.deepEqual([report.orders, report.answers, report.skipped, report.responseRate], [40, 20, 2, 0.5])
    const [search, podcast, other] = report.rows
    // 1.96·√(0.25·0.75/20) = 0.189776, of 40 orders; clicks explain 30 orders, 20 of them by search.
    assert.deepEqual(podcast, {
      answer: 'podcast',
      label: 'Podcast',
      channel: 'podcast',
      platform: '',
      answers: 5,
      share: 0.25,
      low: 0.060224,
      high: 0.439776,
      extrapolatedOrders: 10,
      extrapolatedLow: 2.41,
      extrapolatedHigh: 17.59,
      attributedShare: 0,
      gap: 0.25,
    })
    assert.deepEqual([search?.share, search?.attributedShare, search?.gap], [0.4, 0.666667, -0.266667])
    assert.deepEqual([other?.answer, other?.answers, other?.attributedShare, other?.gap], ['other', 7, null, null])
    assert.deepEqual(report.others, [
      { text: 'A sign', count: 2 },
      { text: 'Sign', count: 1 },
      { text: 'radio', count: 2 },
      { text: 'A flyer', count: 1 },
    ])
    assert.deepEqual(report.versions, [
      { version: 2, text: 'Who told you first?', from: '2026-06-20', to: null, answers: 1 },
      { version: 1, text: asked.text, from: '2026-06-20', to: '2026-06-20', answers: 20 },
    ])
    const newest = await run(reportSurvey, ctx, june)
    assert.deepEqual([newest.version, newest.answers, newest.rows[1]?.share, newest.rows[1]?.high], [2, 1, 1, 1])
    assert.match(newest.warnings.join(' '), /only 1 answers?/)

    await run(saveSurveyMappings, ctx, { mappings: [{ answer: 'podcast', channel: 'organic_search' }] })
    await writeSurveyAnswers(ctx)
    const joined = await run(reportSurvey, ctx, { ...june, version: 1, model: 'last_click' })
    assert.deepEqual(
      joined.rows.slice(0, 2).map(({ gap }) => gap),
      [null, null],
      'two options are one channel',
    )
    assert.deepEqual(
      joined.channels.map(({ channel, answers, gap }) => [channel, answers, gap]),
      [['organic_search', 13, -0.016667]],
    )
    const viewer = {
      kind: 'api_key',
      id: '1',
      permissions: ['metrics:read', 'attribution:read'],
      shops: 'all',
    } as const
    assert.equal((await run(reportSurvey, { ...ctx, actor: viewer }, june)).others, null)
    await assert.rejects(run(reportSurvey, ctx, { ...june, version: 3 }), { code: 'not_found' })
    const stranger = await stores.openShop({}, clock)
    const theirs = await run(reportSurvey, stranger, june)
    assert.deepEqual([theirs.version, theirs.orders, theirs.answers, theirs.responseRate], [0, 0, 0, null])
    assert.equal((await run(getSurvey, stranger, {})).enabled, false)
  })
})
