import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { AppError } from '@tillsight/core'
import { storePlatforms } from '@tillsight/platforms'
import { Hono } from 'hono'
import { z } from 'zod'

/** Where each collection that is served is kept, in Iconify's format. */
const sources: Readonly<Record<string, string>> = {
  'simple-icons': import.meta.resolve('@iconify-json/simple-icons/icons.json'),
}

const mostIcons = 100
/** A mark that changes is seen a week later; until then nobody asks. */
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
 * `GET /{collection}.json?icons=a,b` as Iconify's API answers it, for anybody: what is named and there, and the names
 * that are not.
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

/** Names such as “constructor” are nobody's icon. */
function own<T>(record: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined
}
