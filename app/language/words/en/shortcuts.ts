/** The sheet that explains the keys. */
export const shortcuts = {
  'shortcuts.title': 'Keyboard shortcuts',
  'shortcuts.anywhere': 'Anywhere',
  'shortcuts.menu': 'Search and commands',
  'shortcuts.help': 'This sheet',
  'shortcuts.notices': 'Go to the notices',
  'shortcuts.close': 'Close what is open',
  'shortcuts.pages': 'Go to a page',
  'shortcuts.days': 'Days of the page',
  'shortcuts.custom_days': 'Choose days',
  'shortcuts.compare': 'Compare, or compare no longer',
  'shortcuts.step_back': 'One period back',
  'shortcuts.step_on': 'One period on',
  'shortcuts.single': 'Single-key shortcuts',
  'shortcuts.single_hint':
    'Keys without Ctrl, Alt or ⌘. Switch them off if you speak to your computer or press keys by accident. This browser remembers it.',
} as const
