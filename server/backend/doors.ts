import { Hono } from 'hono'
import type { Runtime } from '../runtime.ts'
import { openToSites } from './cors.ts'
import { functionRoutes } from './functions.ts'
import { realtimeRoutes } from './realtime/door.ts'
import { restRoutes } from './rest/routes.ts'
import { storageDoor } from './storage/door.ts'

/** Addresses of the official client that nothing answers here. */
const unserved = ['/graphql/v1', '/analytics/v1', '/pg'] as const
const served = ['/storage/v1', '/functions/v1', '/realtime/v1', '/rest/v1'] as const

/**
 * The doors of the official client beside `/auth/v1`. With a hosted backend the client talks to that one, and nothing is
 * answered here. What is unknown is answered as JSON: the client takes an empty 404 for success.
 */
export function backendRoutes(runtime: Runtime): Hono {
  const doors = new Hono()
  if (!runtime.auth.isHosted) {
    doors.route('/functions/v1', functionRoutes(runtime))
    doors.route('/realtime/v1', realtimeRoutes())
    doors.route('/rest/v1', restRoutes(runtime))
    doors.route('/storage/v1', storageDoor(runtime))
  }
  for (const path of [...served, ...unserved]) {
    doors.use(`${path}/*`, openToSites())
    doors.all(`${path}/*`, (c) => c.json({ error: 'not_found', message: 'This is not offered here.' }, 404))
  }
  return doors
}
