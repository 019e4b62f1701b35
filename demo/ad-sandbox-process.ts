// The simulated ad platforms of a demo, served until the parent ends.
import { startGoogleAdsFake, startMetaAdsFake, startTikTokAdsFake } from '../simulators/index.ts'
import { type AdPlatform, demoAds } from './ads/index.ts'
import { readTask, serveParent } from './child.ts'
import type { AdSandboxMessage, AdSandboxTask } from './sandbox.ts'

const { ports, apps, createdAt, isLive } = await readTask<AdSandboxTask>()

await serveParent(serve)

async function serve(): Promise<AdSandboxMessage> {
  const telling = { createdAt, until: isLive ? null : createdAt }
  const common = (platform: AdPlatform) => ({ source: demoAds(platform, telling), port: ports[platform] })
  const { googleads, metaads, tiktokads } = apps
  const google = await startGoogleAdsFake({
    ...common('googleads'),
    app: { clientId: googleads.id, clientSecret: googleads.secret },
  })
  const meta = await startMetaAdsFake({
    ...common('metaads'),
    app: { appId: metaads.id, appSecret: metaads.secret, name: 'Tillsight' },
    // Its reports are ready at once: nobody should wait for a simulated queue.
    runPolls: 0,
  })
  const tiktok = await startTikTokAdsFake({
    ...common('tiktokads'),
    app: { appId: tiktokads.id, secret: tiktokads.secret },
  })
  return { urls: { googleads: google.url, metaads: meta.graphUrl, tiktokads: tiktok.url } }
}
