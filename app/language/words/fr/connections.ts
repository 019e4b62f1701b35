import type { Words } from '../../text.ts'

/** What other pages say about the shop's connections, in French. */
export const connections = {
  'connection.attention': 'À savoir',
  'connection.look': 'Voir',
  'connection.more': '{count} de plus',
  'connection.import': 'Importation',
  'connection.import_from': 'Importation depuis {name}',
  'connection.importing': 'Importation de votre historique depuis {name}',
  'connection.details': 'Détails',
  'connection.import_note':
    'Les commandes les plus récentes arrivent d’abord. Les chiffres des jours déjà importés sont justes ; clients nouveaux et récurrents se précisent à la fin.',
  'connection.import_note_refunds':
    'Les commandes les plus récentes arrivent d’abord. Les remboursements des jours déjà importés manquent encore : d’ici là, les retours sont trop bas et les ventes trop élevées.',
  'connection.complete': 'L’historique est complet.',
  'connection.show_new': 'Afficher les nouveaux chiffres',
  'connection.imported': '{name} : importé',
  'connection.amount': '{done} sur {total}',
  'connection.left_minute': 'encore une minute environ',
  'connection.left_minutes': 'encore {count} min environ',
  'connection.left_hours': 'encore {count} h environ',
} as const satisfies Words
