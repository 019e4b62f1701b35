// The services of pages, built from the domain's verbs. Converts shapes only: no business rule lives here.
import { isAppError } from '@tillsight/core'
import { findLogos, nameShopsFor, showInvitation } from '@tillsight/domain'
import type { AppServices, ShopServices, ShopView } from '../../app/services.ts'
import { adminRunner } from '../administration.ts'
import { callerContexts } from '../contexts.ts'
import { listSessions } from '../identity/sessions.ts'
import { lookingIn, type Visit } from '../identity/visit.ts'
import { organisationRunner, personRunner } from '../people-verbs.ts'
import type { Runtime } from '../runtime.ts'
import { assistantServices } from './assistants.ts'
import { createShopServices, toShopView } from './shop-services.ts'
import { takeFile } from './take-file.ts'

/** The services of the requesting person. */
export function createAppServices(runtime: Runtime, visit: Visit): AppServices {
  const { clock, stores, connections } = runtime
  const contexts = callerContexts(runtime, visit)
  // A page, its layout and its guards share one query.
  let shops: Promise<readonly ShopView[]> | undefined
  const opened = new Map<string, Promise<ShopServices | undefined>>()
  return {
    run: personRunner(runtime, visit),
    inOrganisation: async (organisation) => organisationRunner(runtime, await contexts.organisation(organisation)),
    administration: () => adminRunner(runtime, visit),
    assistants: assistantServices(runtime, visit),
    sessions: async () => {
      if (visit.support) throw lookingIn()
      return await listSessions(runtime.auth, visit)
    },
    async invitation(token) {
      const isSignedIn = (await visit.identity.person())?.isComplete ?? false
      return showInvitation({ queries: stores.database.kysely, clock }, token, isSignedIn)
    },
    now: () => clock.now().toISOString(),
    async countFile() {
      const { id } = await visit.caller()
      takeFile(runtime.attempts, id)
    },
    async listShops() {
      shops ??= contexts.shops().then((all) => Promise.all(all.map(toShopView)))
      return await shops
    },
    nameShops: async () => nameShopsFor(await contexts.person()),
    async logos() {
      const own = await nameShopsFor(await contexts.person())
      const found = await findLogos(
        runtime.files,
        own.map(({ id }) => id),
      )
      const addresses = own.flatMap(({ id, domain }) => {
        const fingerprint = found.get(id)
        return fingerprint === undefined
          ? []
          : [[id, `/shop/${encodeURIComponent(domain)}/logo/${fingerprint}`] as const]
      })
      return Object.fromEntries(addresses)
    },
    async shop(domain) {
      const known = opened.get(domain)
      const services = known ?? unlessUnknown(async () => createShopServices(runtime, await contexts.shop(domain)))
      if (known === undefined) opened.set(domain, services)
      return await services
    },
    storePlatforms: () =>
      connections.connectors.filter(({ kind }) => kind === 'store').map(({ id, label }) => ({ id, label })),
  }
}

/** Undefined for `not_found` and for ambiguous names; other failures are rethrown. */
async function unlessUnknown<T>(find: () => Promise<T>): Promise<T | undefined> {
  try {
    return await find()
  } catch (error) {
    if (isAppError(error) && (error.code === 'not_found' || error.details['reason'] === 'ambiguous')) return undefined
    throw error
  }
}
