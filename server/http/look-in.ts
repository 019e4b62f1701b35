import { Hono } from 'hono'
import { beginSupport, endSupport } from '../../app/guards/support-cookie.ts'
import { adminRunner } from '../administration.ts'
import type { Runtime } from '../runtime.ts'
import type { Visited } from './visits.ts'

/**
 * `GET /look-in/{visit}`: into a visit that the command line began, in the browser of its administrator; the address opens nothing to
 * anybody else. `POST /look-in/end`: the button of the banner, which works without scripts, and the only write while somebody looks in.
 */
export function lookInRoutes(runtime: Runtime): Hono<Visited> {
  return new Hono<Visited>()
    .get('/:visit', async (c) => {
      const run = await adminRunner(runtime, c.get('visit'))
      const { token, endsAt } = await run('admin.enter_visit', { visit: c.req.param('visit') })
      c.header('set-cookie', beginSupport(token, endsAt), { append: true })
      c.header('cache-control', 'private, no-store')
      return c.redirect('/', 303)
    })
    .post('/end', async (c) => {
      const visit = c.get('visit')
      const { support } = visit
      if (!support) return c.redirect('/', 303)
      // From here on the administrator acts as themselves.
      visit.lookIn(undefined)
      const run = await adminRunner(runtime, visit)
      await run('admin.stop_looking', { visit: support.id })
      c.header('set-cookie', endSupport, { append: true })
      return c.redirect('/admin?done=ended', 303)
    })
}
