import type { JsonObject } from '@tillsight/core/merge-patch'
import type { RouterContextProvider } from 'react-router'
import { failureLogContext, servicesContext } from '../request.server.ts'
import { preferenceFailures } from './failures.ts'

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
