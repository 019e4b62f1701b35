import type { Words } from '../../text.ts'

/** What stands where there are no figures, and what the page is limited to, in French. */
export const states = {
  'empty.unconnected': 'Aucune boutique connectée',
  'empty.unconnected_hint':
    'Ventes, commandes et clients s’afficheront ici. Connectez la boutique {domain} et les premiers chiffres arrivent en quelques minutes.',
  'empty.connect': 'Connecter la boutique',
  'empty.filtered': 'Rien ne correspond à ces filtres',
  'empty.filtered_hint': 'Aucune commande de cette période ne les remplit tous.',
  'empty.clear': 'Effacer les filtres',
  'empty.importing': 'Les premiers chiffres arrivent',
  'empty.importing_hint':
    'Les commandes récentes arrivent d’abord. Cette page se remplit pendant que le reste de l’historique arrive.',
  'empty.no_orders': 'Aucune commande sur cette période',
  'empty.no_orders_hint':
    'Rien n’a été vendu ni rendu ces jours-là. Une période plus longue montrera peut-être quelque chose.',
  'empty.first_year': 'Afficher la première année de données',
  'empty.all_time': 'Tout afficher',
  'filter.list': 'Filtres',
  'filter.turn': 'Inverser ce filtre',
  'filter.remove': 'Retirer le filtre {name}',
  'filter.clear': 'Effacer',
} as const satisfies Words
