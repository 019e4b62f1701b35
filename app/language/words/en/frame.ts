/** The frame around the pages behind the sign-in. */
export const frame = {
  'shell.home': 'Tillsight, home',
  'shell.switch_shop': 'Change the shop:',
  'shell.find_shop': 'Find a shop',
  'shell.no_shop_found': 'No shop is called that.',
  'shell.add_shop': 'Add a shop',
  'shell.search': 'Search',
  'shell.narrow': 'Fold the navigation',
  'shell.wide': 'Unfold the navigation',
  'shell.your_account': 'Your account:',
  'shell.sign_out': 'Sign out',
} as const
