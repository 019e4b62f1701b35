import type { Words } from '../../text.ts'

/** Where one can go, in French. */
export const navigation = {
  'nav.main': 'Navigation principale',
  'nav.bar': 'Barre latérale',
  'nav.summary': 'Synthèse',
  'nav.hub': 'Hub',
  'nav.campaigns': 'Campagnes',
  'nav.attributions': 'Attribution',
  'nav.costs': 'Coûts',
  'nav.costs_goods': 'Marchandises',
  'nav.costs_gateway': 'Frais de paiement',
  'nav.costs_shipping': 'Livraison',
  'nav.tracking': 'Suivi',
  'nav.integrations': 'Intégrations',
  'nav.settings': 'Réglages',
  'nav.settings_plans': 'Offre',
  'nav.settings_members': 'Membres',
  'nav.shops': 'Toutes les boutiques',
  'nav.your_shop': 'Votre boutique',
  'nav.account': 'Compte',
  'nav.more': 'Plus',
} as const satisfies Words
