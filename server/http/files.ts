import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { AppError, toPersonId } from '@tillsight/core'
import { listColleagues } from '@tillsight/database'
import { findPersonPicture, findPicture, findProductPicture, makeInstallFile, showLogo } from '@tillsight/domain'
import { storePlatforms } from '@tillsight/platforms'
import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { readPixelCode } from '../app-services/pixel-code.ts'
import { installationFor } from '../app-services/tracking-install.ts'
import { callerContexts } from '../contexts.ts'
import type { Runtime } from '../runtime.ts'
import type { Visited } from './visits.ts'

const Address = z.object({ person: z.uuid().transform(toPersonId), fingerprint: z.string() })

/** Profile pictures, for the person and for members of a common organisation. */
export function pictureRoutes({ stores, files }: Runtime): Hono<Visited> {
  const { kysely } = stores.database
  return new Hono<Visited>().get('/:person/:fingerprint', async (c) => {
    const caller = await c.get('visit').caller()
    const { data } = Address.safeParse(c.req.param())
    const maySee =
      data && (data.person === caller.id || (await listColleagues(kysely, caller.id)).includes(data.person))
    const avatar = maySee ? await findPersonPicture(files, data.person) : undefined
    if (avatar === undefined || avatar.fingerprint !== data?.fingerprint) {
      throw new AppError('not_found', 'There is no such picture here.')
    }
    return c.body(new Uint8Array(avatar.image), 200, {
      'content-type': 'image/webp',
      'cache-control': 'private, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'",
    })
  })
}

/**
 * `GET /shop/{domain}/campaigns/picture/{platform}.{account}.{ad}` and `GET /shop/{domain}/products/picture/{product}`: small
 * pictures of ads and products, for those who may see the shop. Where there is none yet, or never, pages show a placeholder: through an
 * empty picture of a product, for a missing one is drawn as a broken one.
 */
export function shopPictureRoutes(runtime: Runtime): Hono<Visited> {
  const { files } = runtime
  const shopOf = (c: Context<Visited>) => callerContexts(runtime, c.get('visit')).shop(c.req.param('domain') ?? '')
  return new Hono<Visited>()
    .get('/:domain/campaigns/picture/:key', async (c) => {
      const picture = await findPicture({ ...(await shopOf(c)), files }, c.req.param('key'))
      if (!picture) throw new AppError('not_found', 'There is no picture of this ad here yet.')
      return sendPicture(c, picture)
    })
    .get('/:domain/logo/:fingerprint', async (c) => {
      const { shop } = await shopOf(c)
      const logo = await showLogo(files, shop.id, c.req.param('fingerprint'))
      if (logo === undefined) throw new AppError('not_found', 'There is no such logo here.')
      return c.body(new Uint8Array(logo.bytes), 200, {
        'content-type': logo.type,
        'cache-control': 'private, max-age=31536000, immutable',
        'content-security-policy': "default-src 'none'",
      })
    })
    .get('/:domain/products/picture/:product', async (c) => {
      const picture = await findProductPicture({ ...(await shopOf(c)), files }, c.req.param('product'))
      return picture ? sendPicture(c, picture) : c.body(emptyPicture, 200, emptyHeaders)
    })
}

const emptyPicture = '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>'
const emptyHeaders = {
  'content-type': 'image/svg+xml',
  'cache-control': 'private, no-store',
  'content-security-policy': "default-src 'none'",
}

function sendPicture(
  c: Context<Visited>,
  { bytes, type, source }: NonNullable<Awaited<ReturnType<typeof findPicture>>>,
) {
  const tag = `"${source}"`
  const headers = {
    'cache-control': 'private, max-age=86400',
    etag: tag,
    'content-security-policy': "default-src 'none'",
  }
  if (c.req.header('if-none-match') === tag) return c.body(null, 304, headers)
  return c.body(new Uint8Array(bytes), 200, { ...headers, 'content-type': type })
}

/**
 * `GET /shop/{domain}/tracking/files/{kind}?consent=granted`: a plug-in, an extension or a snippet with the shop's key in it,
 * for those who may see the shop's figures. The key is on every page of the shop, so nothing here is secret.
 */
export function trackingFileRoutes(runtime: Runtime, buildDir: string): Hono<Visited> {
  return new Hono<Visited>().get('/:domain/tracking/files/:kind', async (c) => {
    const ctx = await callerContexts(runtime, c.get('visit')).shop(c.req.param('domain'))
    const consent = c.req.query('consent') === 'granted' ? 'granted' : 'required'
    const installation = await installationFor(runtime, ctx, consent)
    const { name, type, bytes } = makeInstallFile(c.req.param('kind'), installation, readPixelCode(buildDir))
    return c.body(new Uint8Array(bytes), 200, {
      'content-type': type,
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'private, no-store',
    })
  })
}

/** Icon collections that are served, as files in Iconify's format. */
const sources: Readonly<Record<string, string>> = {
  'simple-icons': import.meta.resolve('@iconify-json/simple-icons/icons.json'),
}

const mostIcons = 100
/** A changed icon shows up after a week; until then browsers use their copy. */
const oneWeek = 'public, max-age=604800, stale-while-revalidate=604800'

const example = storePlatforms
  .map(({ icon }) => icon)
  .toSorted()
  .join()

const Names = z
  .string()
  .transform((text) => [...new Set(text.split(','))].toSorted())
  .pipe(z.array(z.string().regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/)).max(mostIcons))

const Icon = z.object({ body: z.string(), width: z.number().optional(), height: z.number().optional() })
const Collection = z.object({
  prefix: z.string(),
  icons: z.record(z.string(), Icon),
  aliases: z.record(z.string(), z.object({ parent: z.string() })).default({}),
  width: z.number().default(16),
  height: z.number().default(16),
})
type Collection = z.infer<typeof Collection>

/**
 * `GET /{collection}.json?icons=a,b` with the response of Iconify's API, public: the requested icons that exist, and the
 * names of those that do not.
 */
export function iconRoutes(): Hono {
  const loaded = new Map<string, Promise<Collection>>()
  return new Hono().get('/:file{.+\\.json}', async (c) => {
    const name = c.req.param('file').replace(/\.json$/, '')
    const source = Object.hasOwn(sources, name) ? sources[name] : undefined
    if (source === undefined) throw new AppError('not_found', `There is no collection of icons named “${name}”.`)
    const wanted = Names.safeParse(c.req.query('icons'))
    if (!wanted.success) {
      throw new AppError('invalid_input', `Name up to ${mostIcons} icons: “?icons=${example}”.`)
    }
    const loading = loaded.get(name) ?? load(source)
    loaded.set(name, loading)
    const text = JSON.stringify(pick(await loading, wanted.data))
    const etag = `"${createHash('sha256').update(text).digest('hex').slice(0, 16)}"`
    const headers = { 'cache-control': oneWeek, etag }
    if (c.req.header('if-none-match')?.includes(etag)) return c.body(null, 304, headers)
    return c.body(text, 200, { ...headers, 'content-type': 'application/json; charset=utf-8' })
  })
}

async function load(source: string): Promise<Collection> {
  return Collection.parse(JSON.parse(await readFile(fileURLToPath(source), 'utf8')))
}

function pick({ prefix, icons, aliases, width, height }: Collection, names: readonly string[]) {
  const found = new Map<string, z.infer<typeof Icon>>()
  const missing: string[] = []
  for (const name of names) {
    const icon = own(icons, name) ?? own(icons, own(aliases, name)?.parent ?? '')
    if (icon === undefined) missing.push(name)
    else found.set(name, icon)
  }
  return {
    prefix,
    icons: Object.fromEntries(found),
    width,
    height,
    ...(missing.length === 0 ? {} : { not_found: missing }),
  }
}

/** Own properties only: “constructor” is not an icon. */
function own<T>(record: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined
}
