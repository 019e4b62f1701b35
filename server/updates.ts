// Whether a newer version is published: asked where the operator names an address, and nowhere otherwise.
import { z } from 'zod'
import { createOutgoingFetch } from './identity/transports.ts'
import type { Runtime } from './runtime.ts'
import { version } from './version.ts'

const askedEveryMs = 12 * 3_600_000

/** What is published: a version, or the name of a tag as code hosts tell of their newest release. */
const Published = z.union([
  z.object({ version: z.string() }).transform(({ version: found }) => found),
  z.object({ tag_name: z.string() }).transform(({ tag_name: tag }) => tag.replace(/^v/, '')),
])

interface Asked {
  readonly at: number
  readonly found: string | undefined
}

const known = new Map<string, Asked>()

/** A version that is newer than this one; undefined where none is known, nobody may be asked, or nobody answers. */
export async function newestVersion({
  config,
  clock,
  log,
}: Pick<Runtime, 'config' | 'clock' | 'log'>): Promise<string | undefined> {
  const { updatesUrl } = config
  if (updatesUrl === undefined) return undefined
  const before = known.get(updatesUrl)
  const now = clock.now().getTime()
  if (before && now - before.at < askedEveryMs) return before.found
  const found = await ask(updatesUrl).catch((error: unknown) => {
    log.warn({ err: error }, 'the newest version could not be asked for')
    return undefined
  })
  known.set(updatesUrl, { at: now, found })
  return found

  async function ask(url: string): Promise<string | undefined> {
    const outgoing = createOutgoingFetch({
      log,
      clock,
      userAgent: `Tillsight/${version}`,
      allowPrivateAddresses: config.allowPrivateStoreUrls,
    })
    const response = await outgoing(url)
    if (!response.ok) throw new Error(`status ${response.status}`)
    const published = Published.parse(await response.json())
    return isNewer(published, version) ? published : undefined
  }
}

/** Whether one version of three numbers is above another; anything else is not. */
export function isNewer(published: string, own: string): boolean {
  const numbers = (text: string) => /^(\d+)\.(\d+)\.(\d+)$/.exec(text)?.slice(1).map(Number)
  const [theirs, ours] = [numbers(published), numbers(own)]
  if (!theirs || !ours) return false
  const at = theirs.findIndex((number, place) => number !== ours[place])
  return at >= 0 && (theirs[at] ?? 0) > (ours[at] ?? 0)
}
