import { Hono } from 'hono'
import { endSupport } from '../../app/guards/support-cookie.ts'
import { adminRunner } from '../administration.ts'
import type { Runtime } from '../runtime.ts'
import type { Visited } from './visits.ts'

/** `POST /look-in/end`: the button of the banner, which works without scripts, and the only write while somebody looks in. */
export function lookInRoutes(runtime: Runtime): Hono<Visited> {
  return new Hono<Visited>().post('/end', async (c) => {
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
