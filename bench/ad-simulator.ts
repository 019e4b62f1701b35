// A simulated ad platform in a process of its own: prints the settings to reach it, and exits with its parent.
import { once } from 'node:events'
import { newAdSandbox, variablesOf } from '../demo/sandbox.ts'
import { startGoogleAdsFake, startMetaAdsFake, startTikTokAdsFake } from '../simulators/index.ts'
import { type AdsOptions, sampleOf } from './simulated-ads.ts'

const { platform, ads, run } = JSON.parse(process.argv[2] ?? '') as AdsOptions
const sandbox = newAdSandbox({ googleads: 0, metaads: 0, tiktokads: 0 })
const { googleads, metaads, tiktokads } = sandbox.apps
const source = sampleOf({ ads, run })
const url = await start()
const urls = { googleads: url, metaads: url, tiktokads: url }
process.stdout.write(`${JSON.stringify(variablesOf(sandbox, urls))}\n`)
process.stdin.resume()
await once(process.stdin, 'end')
process.exit(0)

async function start(): Promise<string> {
  if (platform === 'googleads') {
    const app = { clientId: googleads.id, clientSecret: googleads.secret }
    return (await startGoogleAdsFake({ source, app, autoAccept: true })).url
  }
  if (platform === 'metaads') {
    const app = { appId: metaads.id, appSecret: metaads.secret }
    return (await startMetaAdsFake({ source, app, consent: 'grant', runPolls: 0 })).graphUrl
  }
  const app = { appId: tiktokads.id, secret: tiktokads.secret }
  const taskMs = { queued: 0, running: 0 }
  return (await startTikTokAdsFake({ source, app, portal: 'accept', taskMs })).url
}
