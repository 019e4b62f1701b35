import type { Words } from '../../text.ts'

/** Why a figure is what it is, in French. */
export const why = {
  'why.formula': 'Le calcul',
  'why.counts': 'Ce qui compte',
  'why.basis': 'Sur quoi il repose',
  'why.caveats': 'Avant de vous y fier',
  'why.behind': 'Les lignes derrière',
  'why.parts': 'Ce qui le compose',
  'why.change': '{change} par rapport à {before}',
  'why.days': '{days}, à l’heure de {zone}',
  'why.currency': 'En {currency}, la devise de la boutique',
  'why.converted':
    'Converti de {from} en {currency} : chaque jour à son taux de référence, les week-ends et jours fériés au dernier connu',
  'why.updated': '{source} : actualisé {age}, complet jusqu’au {at}',
  'why.never': '{source} : pas encore de synchronisation complète',
  'why.running': 'La journée n’est pas finie : les chiffres augmentent encore.',
  'why.few': 'Moins de {count} commandes d’un côté de la comparaison : trop peu pour tirer des conclusions.',
  'why.unidentified':
    '{count} des {all} commandes payées ne permettent pas de reconnaître l’acheteur et ne comptent pour aucun client.',
  'why.compare_partial': 'Certains jours de la comparaison ne sont pas chargés : les deux ne sont donc pas comparés.',
  'why.sale_day': 'Les commandes comptent le jour où elles sont passées, quoi qu’elles deviennent ensuite.',
  'why.return_day': 'Les retours comptent le jour du retour, pas celui de la commande.',
  'why.with_tax': 'Taxes comprises.',
  'why.without_tax': 'Hors taxes.',
  'why.goods_only': 'Articles seuls : livraison, autres frais, cartes cadeaux et pourboires ne comptent pas.',
  'why.no_gift_cards_tips':
    'Les cartes cadeaux vendues et les pourboires ne comptent pas : les premières sont dues, les seconds reversés.',
  'why.no_free_orders': 'Les commandes sans valeur ne comptent pas : échantillons, remplacements, remises totales.',
  'why.no_unidentified': 'Les commandes dont l’acheteur est inconnu ne comptent pas.',
  'why.changes_later': 'Un remboursement ultérieur le modifie pour les jours passés.',
  'why.counted_orders':
    'Les paniers abandonnés, paiements échoués, commandes de test et commandes annulées avant paiement ne comptent pas.',
  'why.total': 'Total',
  'why.order': 'Commande',
  'why.booked': 'Enregistré',
  'why.rows.one': '{count} ligne',
  'why.rows.other': '{count} lignes',
  'why.some_rows': '{shown} lignes sur {all}',
  'why.nothing': 'Rien n’a été enregistré pour ce chiffre sur la période.',
  'why.no_value': 'L’indicateur n’a pas de valeur : il n’y a donc pas de lignes à lister.',
  'why.closed':
    'Votre rôle montre les chiffres, pas les commandes. Un propriétaire de l’organisation peut vous nommer analyste.',
  'why.first_page': 'Première page',
  'why.next_page': 'Page suivante',
  'why.loading': 'Chargement des commandes',
  'why.failed': 'Le chargement a échoué. Fermez puis rouvrez.',
  'why.edit': 'Modification',
  'why.refund': 'Remboursement',
  'why.cancel': 'Annulation',
} as const satisfies Words
