/** What other pages say about the shop's connections. */
export const connections = {
  'connection.attention': 'Worth knowing',
  'connection.look': 'Look at it',
  'connection.more': '{count} more',
  'connection.import': 'Import',
  'connection.import_from': 'Import from {name}',
  'connection.importing': 'Importing your history from {name}',
  'connection.details': 'Details',
  'connection.import_note':
    'Newest orders come first. Figures are right for days that are already in; new and returning customers settle when everything is.',
  'connection.import_note_refunds':
    'Newest orders come first. Refunds of the days that are in are still missing: until they have come, returns are too low and sales too high.',
  'connection.complete': 'The history is complete.',
  'connection.show_new': 'Show the new figures',
  'connection.imported': '{name} imported',
  'connection.amount': '{done} of {total}',
  'connection.left_minute': 'about a minute left',
  'connection.left_minutes': 'about {count} min left',
  'connection.left_hours': 'about {count} h left',
} as const
