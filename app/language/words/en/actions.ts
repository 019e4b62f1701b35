/** What one can do anywhere. */
export const actions = {
  'action.save': 'Save',
  'action.cancel': 'Cancel',
  'action.close': 'Close',
  'action.undo': 'Undo',
  'action.retry': 'Try again',
  'action.copy': 'Copy',
  'action.copied': 'Copied',
  'action.remove': 'Remove',
  'action.back': 'Back',
} as const
