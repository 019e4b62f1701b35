import { join } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'

/**
 * `GET /p.js` and `GET /survey.js`: the scripts that shops load, for pages of any site and under any name that leads here. Their
 * names do not change with their content, so browsers ask again after an hour, and show the page meanwhile with what they have.
 */
export function pixelRoutes(buildDir: string, file: 'p.js' | 'survey.js'): Hono {
  return new Hono()
    .use(async (c, next) => {
      await next()
      if (!c.res.ok) return
      c.res.headers.set('cache-control', 'public, max-age=3600, stale-while-revalidate=86400')
      c.res.headers.set('access-control-allow-origin', '*')
      c.res.headers.set('cross-origin-resource-policy', 'cross-origin')
      c.res.headers.set('timing-allow-origin', '*')
    })
    .use(serveStatic({ path: join(buildDir, 'client', file), precompressed: true }))
}
