import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Hono } from 'hono'

/** What `npm run build` wrote beside the assets: the identity of the build and the files that belong to it. */
interface BuildInfo {
  readonly id: string
  readonly version: string
  readonly builtAt: string
  /** The router's own version of the client's part, which open pages know theirs by. */
  readonly client?: string
  /** Addresses of scripts and styles by route. */
  readonly routes?: Readonly<Record<string, readonly string[]>>
}

const development: BuildInfo = { id: 'development', version: 'development', builtAt: new Date(0).toISOString() }

/** Pages poll `latest.json` to learn that a newer build is there; `meta/{id}.json` says what belongs to it. */
export function buildRoutes(buildDir: string): Hono {
  const file = join(buildDir, 'build.json')
  const info = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as BuildInfo) : development
  const { id, version, builtAt, client, routes = {} } = info
  const timestamp = Date.parse(builtAt)
  const latest = { id, timestamp, ...(client === undefined ? {} : { client }) }
  return new Hono()
    .get('/latest.json', (c) => c.json(latest, 200, { 'cache-control': 'no-store' }))
    .get('/meta/:file{.+\\.json}', (c) =>
      c.req.param('file') === `${id}.json` ? c.json({ ...latest, version, routes }) : c.notFound(),
    )
}
