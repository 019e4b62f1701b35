import type { JsonObject } from '@tillsight/core/merge-patch'
import type { Preference } from '@tillsight/domain/inputs'
import type { RouterContextProvider } from 'react-router'
import { failureLogContext, servicesContext } from '../request.server.ts'
import { defaultPreference, preferenceFailures } from './complete.ts'

interface Loading {
  readonly context: Readonly<RouterContextProvider>
  readonly request: Request
}

/** What the person prefers on the shop of the domain. That it cannot be read is only logged: the defaults stay. */
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
 * Stores what was chosen on a page of the shop with the domain. That it cannot be stored is only logged: whoever chose
 * has it in a cookie or in their profile anyway.
 */
export async function storeChoice({ context, request }: Storing, domain: string, patch: JsonObject): Promise<void> {
  try {
    const shop = await context.get(servicesContext).shop(domain)
    await shop?.run('preference.change', { preference: patch })
  } catch (failure) {
    context.get(failureLogContext)(failure, request, preferenceFailures.write)
  }
}
