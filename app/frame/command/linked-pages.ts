import { platformFaces } from '@tillsight/platforms'
import { href } from 'react-router'
import type { MessageKey } from '../../language/index.ts'

/** A page of a shop that the navigation does not list. */
export interface LinkedPage {
  /** The page of the navigation that links to it. */
  readonly from: MessageKey
  readonly to: string
  readonly label: MessageKey
  /** Filled into the label: a platform. */
  readonly name?: string
}

/** Pages that are linked from those of the navigation: the command menu offers them too. */
export function linkedPages(domain: string): readonly LinkedPage[] {
  const shop = { domain }
  const [integrations, settings] = ['nav.integrations', 'nav.settings'] as const
  return [
    { from: 'nav.summary', to: href('/shop/:domain/ask', shop), label: 'page.ask' },
    { from: 'nav.campaigns', to: href('/shop/:domain/campaigns/spend', shop), label: 'page.spend' },
    {
      from: integrations,
      to: href('/shop/:domain/integrations/reconciliation', shop),
      label: 'page.reconciliation',
    },
    { from: integrations, to: href('/shop/:domain/integrations/imports', shop), label: 'page.imports' },
    { from: integrations, to: href('/shop/:domain/integrations/number-changes', shop), label: 'page.number_changes' },
    { from: integrations, to: href('/shop/:domain/setup/integrations', shop), label: 'page.platforms' },
    { from: integrations, to: href('/shop/:domain/setup/done', shop), label: 'page.checklist' },
    ...platformFaces.map(({ id: platform, name }) => ({
      from: integrations,
      to: href('/shop/:domain/setup/guide/:platform', { domain, platform }),
      label: 'page.guide' as const,
      name,
    })),
    { from: settings, to: href('/shop/:domain/settings/members', shop), label: 'nav.settings_members' },
    { from: settings, to: href('/shop/:domain/settings/plans', shop), label: 'page.plans' },
    { from: settings, to: href('/shop/:domain/settings/currencies', shop), label: 'page.currencies' },
    { from: settings, to: href('/shop/:domain/settings/privacy', shop), label: 'page.privacy' },
  ]
}
