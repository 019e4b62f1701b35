// Second factors: enrol, challenge, verify and remove. Must not know how the first factor was verified.
import type { RouteTable } from '../wire.ts'
import { enroll, unenroll } from './enroll.ts'
import { challenge, verify } from './verify.ts'

export { deleteFactor, listFactors } from './store.ts'

/** Endpoints of second factors. */
export const mfaRoutes = {
  'POST /factors': enroll,
  'POST /factors/{id}/challenge': challenge,
  'POST /factors/{id}/verify': verify,
  'DELETE /factors/{id}': unenroll,
} satisfies RouteTable

export { readFactor } from './store.ts'
