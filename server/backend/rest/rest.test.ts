import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import type { PostgrestSingleResponse } from '@supabase/supabase-js'
import { addAnnotation, createTrackingKey, run, saveView } from '@tillsight/domain'
import { callerContexts } from '../../contexts.ts'
import { tokenOf } from '../../http/mcp/assistant.testing.ts'
import { addShop, startInstallation } from '../../testing/installation.ts'
import { visitOf } from '../../testing/people.ts'
import { addMember, addStranger, openClient } from '../client.testing.ts'

const installation = await startInstallation({ after })
const { owner, runtime, address } = installation
const domains = ['tea.example', 'mugs.example', 'cups.example'] as const
for (const domain of domains)
  await addShop(installation, {
    domain,
    name: domain.split('.')[0] ?? '',
    country: domain === 'tea.example' ? 'DE' : null,
  })
const client = await openClient(installation, owner)
const contexts = callerContexts(runtime, visitOf(installation, owner))
const tea = await contexts.shop('tea.example')
const texts = [
  'Sale begins',
  'sale ends',
  'New, "cheaper" prices',
  '50 % off (all)',
  'Émile visits',
  'a_b',
  'Stock * counted',
]
for (const [index, text] of texts.entries()) {
  await run(addAnnotation, tea, { day: `2026-03-0${index + 1}`, text, isShared: index % 2 === 0 })
}

interface Note {
  readonly id: string
  readonly text: string
  readonly day: string
  readonly is_shared: boolean
}
const all = (await ok(client.from('annotations').select().order('day'))) as unknown as readonly Note[]

async function ok<T>(asked: PromiseLike<PostgrestSingleResponse<T>>): Promise<T> {
  const { data, error } = await asked
  assert.equal(error, null, JSON.stringify(error))
  return data as T
}

/** What a plain loop finds, in the order of days. */
function expected(fits: (note: Note) => boolean): string[] {
  const found: string[] = []
  for (const note of all) if (fits(note)) found.push(note.text)
  return found
}

const notes = () => client.from('annotations').select('text').order('day')
const textsOf = async (asked: PromiseLike<PostgrestSingleResponse<{ text: unknown }[]>>) =>
  (await ok(asked)).map(({ text }) => String(text))

suite('lists through the official client', () => {
  test('show what the verbs show', async () => {
    assert.deepEqual(
      all.map(({ text, day, is_shared: isShared }) => ({ text, day, isShared })),
      texts.map((text, index) => ({ text, day: `2026-03-0${index + 1}`, isShared: index % 2 === 0 })),
    )
    const shops = await ok(client.from('shops').select().order('domain'))
    assert.deepEqual(
      shops.map(({ domain, country, organisation_id: organisation }) => [domain, country, organisation]),
      domains.toSorted().map((domain) => [domain, domain === 'tea.example' ? 'DE' : null, tea.organisation]),
    )
    assert.match(shops[0]?.created_at, /^\d{4}-.*Z$/)
    const [own] = await ok(client.from('organisations').select('id,name,role'))
    assert.deepEqual(own, { id: tea.organisation, name: 'Tillsight', role: 'owner' })
    const [member] = await ok(client.from('memberships').select('person_id,role,shop_ids'))
    assert.deepEqual(member, { person_id: owner.id, role: 'owner', shop_ids: null })
  })

  test('hold views, preferences and alerts as well', async () => {
    const view = { name: 'Mine', page: '', search: '?range=today', isDefault: true }
    await run(saveView, tea, view)
    const [saved] = await ok(client.from('views').select('name,search,is_default').is('is_default', true))
    assert.deepEqual(saved, { name: 'Mine', search: '?range=today', is_default: true })
    await ok(client.from('alerts').select().eq('shop_id', tea.shop.id))
    const [preference] = await ok(client.from('preferences').select('value').eq('shop_id', tea.shop.id))
    assert.ok(typeof preference?.value === 'object' && preference.value !== null && 'summary' in preference.value)
  })

  test('are filtered as a plain loop would', async () => {
    const cases: readonly (readonly [
      string,
      PromiseLike<PostgrestSingleResponse<{ text: unknown }[]>>,
      (note: Note) => boolean,
    ])[] = [
      ['eq', notes().eq('text', 'a_b'), ({ text }) => text === 'a_b'],
      ['neq', notes().neq('text', 'a_b'), ({ text }) => text !== 'a_b'],
      ['not eq', notes().not('text', 'eq', 'a_b'), ({ text }) => text !== 'a_b'],
      ['gt', notes().gt('day', '2026-03-04'), ({ day }) => day > '2026-03-04'],
      ['gte', notes().gte('day', '2026-03-04'), ({ day }) => day >= '2026-03-04'],
      ['lt', notes().lt('day', '2026-03-04'), ({ day }) => day < '2026-03-04'],
      ['lte', notes().lte('day', '2026-03-04'), ({ day }) => day <= '2026-03-04'],
      ['like', notes().like('text', '%sale%'), ({ text }) => text.includes('sale')],
      ['ilike', notes().ilike('text', '%SALE%'), ({ text }) => text.toLowerCase().includes('sale')],
      ['one letter', notes().like('text', 'a_b'), ({ text }) => text === 'a_b'],
      ['escaped', notes().like('text', '50 \\% off%'), ({ text }) => text.startsWith('50 % off')],
      ['is', notes().is('is_shared', true), ({ is_shared: isShared }) => isShared],
      ['is not', notes().not('is_shared', 'is', true), ({ is_shared: isShared }) => !isShared],
      ['is null', notes().is('text', null), () => false],
      ['in', notes().in('text', [texts[2], texts[3], 'nothing']), ({ text }) => [texts[2], texts[3]].includes(text)],
      ['in nothing', notes().in('text', []), () => false],
      ['not in', notes().notIn('text', [texts[2], 'a_b']), ({ text }) => text !== texts[2] && text !== 'a_b'],
      [
        'match',
        notes().match({ text: 'a_b', is_shared: false }),
        ({ text, is_shared: isShared }) => text === 'a_b' && !isShared,
      ],
      ['filter', notes().filter('text', 'eq', 'a_b'), ({ text }) => text === 'a_b'],
      [
        'several',
        notes().gt('day', '2026-03-02').lt('day', '2026-03-05'),
        ({ day }) => day > '2026-03-02' && day < '2026-03-05',
      ],
      ['or', notes().or('text.eq.a_b,day.lt.2026-03-03'), ({ text, day }) => text === 'a_b' || day < '2026-03-03'],
      [
        'nested',
        notes().or(
          'text.eq."New, \\"cheaper\\" prices",and(is_shared.is.false,not.or(day.lt.2026-03-04,text.ilike.*B))',
        ),
        ({ text, day, is_shared: isShared }) =>
          text === texts[2] || (!isShared && !(day < '2026-03-04' || text.toLowerCase().endsWith('b'))),
      ],
      ['no match', notes().eq('text', 'missing'), () => false],
    ]
    for (const [name, asked, fits] of cases) assert.deepEqual(await textsOf(asked), expected(fits), name)
  })

  test('leave out what is null, as SQL does', async () => {
    const shops = () => client.from('shops').select('domain').order('domain')
    const named = async (asked: ReturnType<typeof shops>) => (await ok(asked)).map(({ domain }) => String(domain))
    assert.deepEqual(await named(shops().is('country', null)), ['cups.example', 'mugs.example'])
    assert.deepEqual(await named(shops().neq('country', 'FR')), ['tea.example'])
    assert.deepEqual(await named(shops().not('country', 'eq', 'FR')), ['tea.example'])
    assert.deepEqual(await named(shops().or('country.neq.FR,domain.eq.cups.example')), ['cups.example', 'tea.example'])
  })

  test('are ordered, cut and counted', async () => {
    assert.deepEqual(
      await textsOf(client.from('annotations').select('text').order('day', { ascending: false })),
      texts.toReversed(),
    )
    const byTwo = await ok(
      client.from('annotations').select('text,is_shared').order('is_shared').order('day', { ascending: false }),
    )
    assert.deepEqual(
      byTwo.map(({ text }) => text),
      [
        ...all.filter(({ is_shared: isShared }) => !isShared).toReversed(),
        ...all.filter(({ is_shared: isShared }) => isShared).toReversed(),
      ].map(({ text }) => text),
    )
    const nulls = (options: object) => client.from('shops').select('country').order('country', options)
    assert.deepEqual(
      (await ok(nulls({}))).map(({ country }) => country),
      ['DE', null, null],
    )
    assert.deepEqual(
      (await ok(nulls({ ascending: false }))).map(({ country }) => country),
      [null, null, 'DE'],
    )
    assert.deepEqual(
      (await ok(nulls({ ascending: false, nullsFirst: false }))).map(({ country }) => country),
      ['DE', null, null],
    )
    assert.deepEqual(await textsOf(notes().limit(2)), texts.slice(0, 2))
    assert.deepEqual(await textsOf(notes().range(2, 4)), texts.slice(2, 5))
    for (const count of ['exact', 'planned', 'estimated'] as const) {
      const part = await client.from('annotations').select('*', { count }).limit(2)
      assert.deepEqual([part.status, part.count, part.data?.length], [206, texts.length, 2])
      const head = await client.from('annotations').select('*', { count, head: true }).eq('is_shared', true)
      assert.deepEqual([head.status, head.count, head.data], [200, 4, null])
    }
    const behind = await client.from('annotations').select('*', { count: 'exact' }).range(9, 12)
    assert.deepEqual(
      [behind.status, behind.error?.code, behind.error?.details],
      [416, 'PGRST103', 'An offset of 9 was requested, but there are only 7 rows.'],
    )
    assert.deepEqual((await client.from('annotations').select().range(9, 12)).data, [])
  })

  test('come as one object, without nulls, with other names, and with errors thrown', async () => {
    const one = client.from('annotations').select('note:text, day').eq('text', 'a_b').single()
    assert.deepEqual(await ok(one), { note: 'a_b', day: '2026-03-06' })
    const none = await client.from('annotations').select().eq('text', 'missing').single()
    assert.deepEqual(
      [none.status, none.error?.code, none.error?.details],
      [406, 'PGRST116', 'The result contains 0 rows'],
    )
    assert.equal((await client.from('annotations').select().eq('text', 'missing').maybeSingle()).data, null)
    assert.equal((await client.from('annotations').select('text').eq('text', 'a_b').maybeSingle()).data?.text, 'a_b')
    assert.equal((await client.from('annotations').select().maybeSingle()).error?.code, 'PGRST116')
    const stripped = await ok(client.from('shops').select('domain,country').eq('domain', 'cups.example').stripNulls())
    assert.deepEqual(stripped, [{ domain: 'cups.example' }])
    await assert.rejects(
      async () => await client.from('annotations').select('nothing').throwOnError(),
      /column annotations.nothing does not exist/,
    )
    const given = await client.from('annotations').select().abortSignal(AbortSignal.abort())
    assert.match(given.error?.message ?? '', /abort/i)
  })

  test('are refused in the protocol’s words', async () => {
    const refused = async (asked: PromiseLike<{ status: number; error: { code: string; message: string } | null }>) => {
      const { status, error } = await asked
      return [status, error?.code, error?.message]
    }
    const table = client.from('annotations')
    assert.deepEqual(await refused(client.from('todos').select()), [
      404,
      'PGRST205',
      "Could not find the table 'public.todos' in the schema cache",
    ])
    assert.deepEqual(await refused(client.schema('private').from('shops').select()), [
      406,
      'PGRST106',
      'Invalid schema: private',
    ])
    assert.deepEqual((await refused(table.select().eq('day', 'soon'))).slice(1), [
      '22P02',
      'invalid input syntax for type date: "soon"',
    ])
    assert.deepEqual((await refused(table.select().gt('created_at', 'x'))).slice(1), [
      '22P02',
      'invalid input syntax for type timestamp with time zone: "x"',
    ])
    assert.deepEqual((await refused(table.select('text,shops(name)'))).slice(0, 2), [400, 'PGRST200'])
    assert.deepEqual((await refused(table.select().textSearch('text', 'sale'))).slice(0, 2), [400, 'PGRST127'])
    assert.deepEqual((await refused(table.select().csv())).slice(0, 2), [406, 'PGRST107'])
    assert.deepEqual((await refused(table.select().explain() as never)).slice(0, 2), [406, 'PGRST107'])
    assert.deepEqual((await refused(client.from('memberships').select().eq('shop_ids', 'x'))).slice(0, 2), [
      400,
      '42883',
    ])
    for (const write of [
      table.insert({ text: 'x' }),
      table.update({ text: 'x' }).eq('text', 'a_b'),
      table.upsert({}),
      table.delete().eq('text', 'a_b'),
    ]) {
      assert.deepEqual((await refused(write)).slice(0, 2), [405, 'PGRST117'])
    }
    for (const [path, code] of [
      ['', 'PGRST126'],
      ['/', 'PGRST126'],
      ['/a/b', 'PGRST125'],
      ['/rpc', 'PGRST205'],
      ['/__proto__', 'PGRST205'],
    ]) {
      const response = await fetch(`${address}/rest/v1${path}`, { headers: owner.headers() })
      assert.deepEqual([response.status, ((await response.json()) as { code: string }).code], [404, code], path)
    }
    const long = await fetch(`${address}/rest/v1/shops?domain=eq.${'x'.repeat(9000)}`, { headers: owner.headers() })
    assert.equal(long.status, 414)
  })

  test('are open to people only, and show others nothing', async () => {
    const nobody = await (await openClient(installation)).from('shops').select()
    assert.deepEqual([nobody.status, nobody.error?.code], [401, 'PGRST302'])
    const service = await (await openClient(installation, undefined, runtime.auth.service.apiKeys.service))
      .from('shops')
      .select()
    assert.deepEqual([service.status, service.error?.code], [403, '42501'])
    const tokens = [
      await tokenOf(runtime.own.url(), owner, { details: { organisation: tea.organisation, shops: 'all' } }),
      (await run(createTrackingKey, tea, {})).key,
      `tsk_${'a'.repeat(43)}`,
      owner.session.refresh_token,
    ]
    for (const token of tokens) {
      const response = await fetch(`${address}/rest/v1/shops`, {
        headers: { authorization: `Bearer ${token}`, cookie: owner.cookie },
      })
      assert.deepEqual([response.status, ((await response.json()) as { code: string }).code], [401, 'PGRST301'])
    }
    const stranger = await openClient(installation, await addStranger(installation))
    for (const name of ['shops', 'preferences', 'views', 'annotations', 'alerts']) {
      assert.deepEqual(await ok(stranger.from(name).select()), [], name)
      if (name !== 'shops')
        assert.deepEqual(await ok(stranger.from(name).select().eq('shop_id', tea.shop.id)), [], name)
    }
    assert.equal((await ok(stranger.from('memberships').select())).length, 1)
    assert.deepEqual(await ok(stranger.from('organisations').select().eq('id', tea.organisation)), [])
  })

  test('show a limited member their shop, and their own and shared notes of it', async () => {
    const limited = await openClient(
      installation,
      await addMember(installation, 'tea.example', { role: 'viewer', shopIds: [tea.shop.id] }),
    )
    assert.deepEqual(
      (await ok(limited.from('shops').select('domain'))).map(({ domain }) => domain),
      ['tea.example'],
    )
    const seen = (await ok(limited.from('annotations').select('text').order('day'))).map(({ text }) => text)
    assert.deepEqual(
      seen,
      expected(({ is_shared: isShared }) => isShared),
    )
    const outsider = await openClient(
      installation,
      await addMember(installation, 'mugs.example', {
        role: 'admin',
        shopIds: [(await contexts.shop('mugs.example')).shop.id],
      }),
    )
    assert.deepEqual(await ok(outsider.from('annotations').select()), [])
  })

  test('are limited to 120 requests a minute', async () => {
    const often = await openClient(installation, await addStranger(installation))
    const statuses: number[] = []
    for (let index = 0; index < 121; index += 1) statuses.push((await often.from('organisations').select()).status)
    assert.deepEqual([statuses.slice(0, 120).every((status) => status === 200), statuses[120]], [true, 429])
  })
})

suite('rpc', () => {
  test('is the operation of the API, with its refusals', async () => {
    assert.deepEqual(
      (await ok(client.rpc('shop.list'))).map(({ domain }: { domain: string }) => domain).toSorted(),
      domains.toSorted(),
    )
    const refused = await client.rpc('metrics.query', {
      shop: 'tea.example',
      metrics: ['nonsense'],
      from: '2026-03-01',
      to: '2026-03-31',
    })
    assert.deepEqual([refused.status, refused.error?.code], [400, '22023'])
    const unknown = await client.rpc('metrics.query', {
      shop: 'no.example',
      metrics: ['sales'],
      from: '2026-03-01',
      to: '2026-03-31',
    })
    assert.deepEqual([unknown.status, unknown.error?.code], [404, 'P0001'])
    const missing = await client.rpc('nothing')
    assert.deepEqual([missing.status, missing.error?.code], [404, 'PGRST202'])
    assert.deepEqual(
      [(await client.rpc('shop.list', {}, { get: true })).status, (await client.rpc('shop.list').limit(1)).error?.code],
      [405, 'PGRST127'],
    )
    assert.equal((await client.rpc('shop.list').single()).error?.code, 'PGRST127')
    const viewer = await openClient(
      installation,
      await addMember(installation, 'tea.example', { role: 'viewer', shopIds: null }),
    )
    const forbidden = await viewer.rpc('key.list', { organisation: tea.organisation })
    assert.deepEqual([forbidden.status, forbidden.error?.code], [403, '42501'])
  })
})
