import type { Auth } from '../context.ts'
import { listedProviders, type ProviderName, type ProviderSettings } from '../provider-settings.ts'
import { apple } from './apple.ts'
import { azure } from './azure.ts'
import type { ProviderDefinition } from './definition.ts'
import { facebook } from './facebook.ts'
import { github } from './github.ts'
import { google } from './google.ts'
import { oidc } from './oidc.ts'

/** Every provider there is. */
export const providers = {
  apple,
  azure,
  facebook,
  github,
  google,
  oidc,
} as const satisfies Readonly<Record<ProviderName, ProviderDefinition>>

/** A provider that is switched on. */
export interface EnabledProvider {
  readonly name: ProviderName
  readonly definition: ProviderDefinition
  readonly settings: ProviderSettings
}

/** The provider, or why it cannot be used; the words follow `Unsupported provider: `. */
export function findProvider(auth: Auth, written: string): EnabledProvider | { readonly problem: string } {
  const name = written.toLowerCase()
  if (!isProviderName(name)) {
    const isKnown = listedProviders.includes(name)
    return { problem: isKnown ? 'provider is not enabled' : `Provider ${name} could not be found` }
  }
  const settings = auth.settings.providers.get(name)
  if (!settings) return { problem: 'provider is not enabled' }
  if (settings.secret === '') return { problem: 'missing OAuth secret' }
  return { name, definition: providers[name], settings }
}

function isProviderName(name: string): name is ProviderName {
  return Object.hasOwn(providers, name)
}
