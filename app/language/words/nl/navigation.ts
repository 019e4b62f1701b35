import type { Words } from '../../text.ts'

/** Where one can go, in Dutch. */
export const navigation = {
  'nav.main': 'Hoofdmenu',
  'nav.bar': 'Zijbalk',
  'nav.summary': 'Overzicht',
  'nav.hub': 'Hub',
  'nav.campaigns': 'Campagnes',
  'nav.attributions': 'Attributie',
  'nav.costs': 'Kosten',
  'nav.costs_goods': 'Goederen',
  'nav.costs_gateway': 'Betaalkosten',
  'nav.costs_shipping': 'Verzending',
  'nav.tracking': 'Tracking',
  'nav.integrations': 'Koppelingen',
  'nav.settings': 'Instellingen',
  'nav.settings_plans': 'Abonnement',
  'nav.settings_members': 'Leden',
  'nav.shops': 'Alle winkels',
  'nav.your_shop': 'Je winkel',
  'nav.account': 'Account',
  'nav.more': 'Meer',
} as const satisfies Words
