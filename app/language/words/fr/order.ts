import type { Words } from '../../text.ts'

/** What a single order says, in French. */
export const order = {
  'order.title': 'Commande {name}',
  'order.not_found': 'Commande introuvable',
  'order.not_counted': 'Cette boutique n’a pas de commande comptée sous ce numéro.',
  'order.placed': 'Passée',
  'order.status': 'Statut',
  'order.buyer': 'Acheteur',
  'order.country': 'Pays',
  'order.paid_with': 'Payée par',
  'order.channel': 'Canal',
  'order.coupons': 'Codes promo',
  'order.open_in_store': 'Ouvrir dans la boutique',
  'order.entries': 'Ce qui a été enregistré',
  'order.line': 'Ligne',
  'order.gross': 'Avant remise',
  'order.discount': 'Réduction',
  'order.tax': 'Taxe',
  'order.total': 'Total',
  'order.amounts':
    'Montants en {currency}, hors taxes sauf indication de la colonne. Pourboires et cartes cadeaux ne font pas partie du chiffre d’affaires.',
  'order.free': 'Commande gratuite',
  'order.new_customer': 'Nouveau client',
  'order.returning_customer': 'Client récurrent',
  'order.unidentified': 'Acheteur non identifié',
  'order.gift_card': 'Carte cadeau',
  'order.shipping': 'Livraison',
  'order.charge': 'Frais',
  'order.tip': 'Pourboire',
  'order.adjustment': 'Ajustement',
} as const satisfies Words
