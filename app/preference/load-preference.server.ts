import type { Preference } from '@tillsight/domain/inputs'
import type { RouterContextProvider } from 'react-router'
import { failureLogContext, servicesContext } from '../request.server.ts'
import { defaultPreference } from './complete.ts'
import { preferenceFailures } from './failures.ts'

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
