/** The specification's words for the log; nobody else sees them. */
export const preferenceFailures = {
  read: 'Failed to fetch shop user preference',
  write: 'Failed to update shop user preference',
} as const
