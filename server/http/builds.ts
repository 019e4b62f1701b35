import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Hono } from 'hono'

/** What `npm run build` wrote beside the assets: the identity of the build and the files that belong to it. */
interface BuildInfo {
  readonly id: string
  readonly version: string
  readonly builtAt: string
}

/** Pages poll `latest.json` to learn that a newer build is there. */
export function buildRoutes(buildDir: string): Hono {
  const file = join(buildDir, 'build.json')
  const info = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as BuildInfo) : undefined
  const { id, version, builtAt } = info ?? {
    id: 'development',
    version: 'development',
    builtAt: new Date(0).toISOString(),
  }
  return new Hono()
    .get('/latest.json', (c) => c.json({ id, timestamp: Date.parse(builtAt) }, 200, { 'cache-control': 'no-store' }))
    .get('/meta/:file{.+\\.json}', (c) =>
      c.req.param('file') === `${id}.json` ? c.json({ id, version, timestamp: Date.parse(builtAt) }) : c.notFound(),
    )
}
