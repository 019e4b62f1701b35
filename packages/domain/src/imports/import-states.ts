/**
 * `uploading` → `checking` → `ready` (or `refused`: it cannot be read as it is) → `running` → `done` (or `failed`) →
 * `undoing` → `undone`. One from the command line begins with `running`.
 */
export const importStates = [
  'uploading',
  'checking',
  'ready',
  'refused',
  'running',
  'done',
  'failed',
  'undoing',
  'undone',
] as const
/** How far an import is. */
export type ImportState = (typeof importStates)[number]

/** Nothing is stored yet, and how the file is read can still be changed. */
export const planningStates: readonly ImportState[] = ['checking', 'ready', 'refused']
/** What they brought stands among the shop's facts. */
export const standingStates: readonly ImportState[] = ['running', 'done', 'failed']
/** Somebody has confirmed how such a file is read. */
export const confirmedStates: readonly ImportState[] = ['running', 'done', 'failed', 'undoing', 'undone']
