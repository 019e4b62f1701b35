import type { JsonObject } from '@tillsight/core/merge-patch'
import type { Preference } from '@tillsight/domain/inputs'
import type { RouterContextProvider } from 'react-router'
import { failureLogContext, servicesContext } from '../request.server.ts'
import { defaultPreference, preferenceFailures } from './complete.ts'

interface Loading {
  readonly context: Readonly<RouterContextProvider>
  readonly request: Request
}

/** The person's preference for the shop with this domain. A failure is only logged: the defaults apply. */
export async function loadPreference({ context, request }: Loading, domain: string): Promise<Preference> {
  try {
    const shop = await context.get(servicesContext).shop(domain)
    return (await shop?.run('preference.get')) ?? defaultPreference
  } catch (failure) {
    context.get(failureLogContext)(failure, request, preferenceFailures.read)
    return defaultPreference
  }
}

interface Storing {
  readonly context: Readonly<RouterContextProvider>
  readonly request: Request
}

/**
 * Stores a choice made on a page of the shop with this domain. A failure is only logged: the choice is also in a cookie or
 * the profile.
 */
export async function storeChoice({ context, request }: Storing, domain: string, patch: JsonObject): Promise<void> {
  try {
    const shop = await context.get(servicesContext).shop(domain)
    await shop?.run('preference.change', { preference: patch })
  } catch (failure) {
    context.get(failureLogContext)(failure, request, preferenceFailures.write)
  }
}
