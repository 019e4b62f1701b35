import type { Words } from '../../text.ts'

/** Where one can go, in German. */
export const navigation = {
  'nav.main': 'Hauptnavigation',
  'nav.bar': 'Seitenleiste',
  'nav.summary': 'Übersicht',
  'nav.hub': 'Hub',
  'nav.campaigns': 'Kampagnen',
  'nav.attributions': 'Attribution',
  'nav.costs': 'Kosten',
  'nav.costs_goods': 'Waren',
  'nav.costs_gateway': 'Zahlungsgebühren',
  'nav.costs_shipping': 'Versand',
  'nav.tracking': 'Tracking',
  'nav.integrations': 'Integrationen',
  'nav.settings': 'Einstellungen',
  'nav.settings_plans': 'Tarif',
  'nav.settings_members': 'Mitglieder',
  'nav.shops': 'Alle Shops',
  'nav.your_shop': 'Dein Shop',
  'nav.account': 'Konto',
  'nav.more': 'Mehr',
} as const satisfies Words
