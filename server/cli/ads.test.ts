import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { addDays, dayOf } from '@tillsight/core/days'
import type { MetricAnswer } from '@tillsight/domain'
import { sampleAds, startMetaAdsFake } from '../../simulators/index.ts'
import { startServer } from '../testing/command.ts'
import { openCommandLine } from '../testing/command-line.ts'
import { temporaryFolder } from '../testing/temporary.ts'

const folder = await temporaryFolder({ after })
const lately = addDays(dayOf(new Date(), 'Europe/Berlin'), -5)
const meta = await startMetaAdsFake({
  source: sampleAds({
    seed: 3,
    idDigits: 18,
    accounts: ['4001', '4002'].map((id) => ({
      id,
      name: `Account ${id}`,
      currency: 'EUR',
      zone: 'Europe/Berlin',
      status: 'active',
    })),
    campaigns: 2,
    adSetsPerCampaign: 1,
    adsPerAdSet: 1,
    startsOn: lately,
  }),
  now: () => new Date(),
  runPolls: 0,
})
after(() => meta.stop())
const env = {
  TILLSIGHT_DATA_DIR: join(folder, 'data'),
  TILLSIGHT_CALLER_DIR: folder,
  META_APP_ID: meta.app.appId,
  META_APP_SECRET: meta.app.appSecret,
  META_GRAPH_URL: meta.graphUrl,
  META_DIALOG_URL: meta.dialogUrl,
}
// Marks the folder as a demo's, which allows platforms on this machine.
await mkdir(env.TILLSIGHT_DATA_DIR)
await writeFile(join(env.TILLSIGHT_DATA_DIR, 'demo.json'), '{}')

test('ads beside a running server', async (t) => {
  await startServer({ after: (work) => t.after(work) }, env)
  const { run, json } = openCommandLine({ after: (work) => t.after(work) }, env)
  const basics = ['--platform', 'woocommerce', '--timezone', 'Europe/Berlin', '--currency', 'EUR']
  assert.equal((await run('shop', 'create', '--domain', 'ads.example', ...basics)).code, 0)

  await t.test('an ad platform is connected with a token, and its accounts are chosen', async () => {
    const asked = ['--shop', 'ads.example', '--token', meta.grant()]
    const connected = await run('connect', 'metaads', ...asked)
    assert.equal(connected.code, 0, connected.err)
    assert.match(connected.out, /^Connected Meta Ads\.\n[^]*4001 +Account 4001 +EUR +Europe\/Berlin +no/)
    assert.match(connected.out, /No account is read yet\. Run this again with --account/)
    const idle = await run('sync', '--shop', 'ads.example', '--connector', 'metaads')
    assert.match(idle.out, /^metaads: nothing was read\. \S/)
    const chosen = await run('connect', 'metaads', ...asked, '--account', '4001')
    assert.equal(chosen.code, 0, chosen.err)
    assert.match(
      chosen.out,
      /4001 [^\n]+ yes[^]*4002 [^\n]+ no[^]*tillsight sync --shop ads\.example --connector metaads/,
    )
    const synced = await run('sync', '--shop', 'ads.example', '--connector', 'metaads')
    assert.equal(synced.code, 0, synced.err)
    const { totals } = await json<MetricAnswer>(
      'metrics',
      'adSpend',
      '--shop',
      'ads.example',
      '--from',
      lately,
      '--to',
      lately,
    )
    assert.ok(Number(totals['adSpend']) > 0)
    const refused = await run('connect', 'tiktokads', '--shop', 'ads.example')
    assert.equal(refused.code, 2)
    assert.match(refused.err, /--token <token>/)
  })

  await t.test('ads come in from a file, and what a platform told stays as it is', async () => {
    await writeFile(
      join(folder, 'ads.csv'),
      [
        'platform,account_id,day,currency,campaign_id,campaign,spend,impressions,clicks,purchases,purchase_value',
        'tiktokads,77,2025-03-10,EUR,1,Spring,12.50,1000,20,1,30',
        'tiktokads,77,2025-03-10,EUR,2,Summer,7.25,500,10,,',
        'tiktokads,77,2025-03-11,EUR,1,Spring,ten,500,10,,',
        `metaads,4001,${lately},EUR,1,Spring,1000,1,1,,`,
        'snapads,1,2025-03-10,EUR,,,1,1,1,,',
        '',
      ].join('\n'),
    )
    const report = await run('import', 'ads', 'ads.csv', '--shop', 'ads.example')
    assert.equal(report.code, 0, report.err)
    assert.match(report.out, /^5 rows: 1 days of accounts stored, 0 there already, 3 rows left out\./)
    assert.match(report.out, /row 4, spend “ten”: \S/)
    assert.match(report.out, /row 5, day “\S+”: The platform itself has told this day\./)
    assert.match(report.out, /row 6, platform “snapads”: \S/)
    assert.match(
      (await run('import', 'ads', 'ads.csv', '--shop', 'ads.example')).out,
      /0 days of accounts stored, 1 there/,
    )
    const { totals } = await json<MetricAnswer>(
      'metrics',
      'adSpend',
      'adImpressions',
      '--shop',
      'ads.example',
      '--from',
      '2025-03-10',
      '--to',
      '2025-03-10',
    )
    assert.deepEqual([Number(totals['adSpend']), totals['adImpressions']], [19.75, 1500])
    await writeFile(join(folder, 'none.csv'), 'day,spend\n')
    const wrong = await run('import', 'ads', 'none.csv', '--shop', 'ads.example')
    assert.match(wrong.err, /lacks the columns platform, account_id, currency/)
  })
})
