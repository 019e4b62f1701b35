import type { TagState } from './audit-ad.ts'

/** Labels of tag states, worst first. */
export const tagStates = {
  untagged: { label: 'Untagged', tone: 'bad' },
  wrong: { label: 'Wrongly tagged', tone: 'bad' },
  no_ids: { label: 'Without ids', tone: 'warn' },
  tagged: { label: 'Tagged', tone: 'good' },
} as const satisfies Record<TagState, unknown>

/** Reads a state from an address; undefined shows all. */
export function toTagState(text: string | null): TagState | undefined {
  return text === 'untagged' || text === 'wrong' || text === 'no_ids' || text === 'tagged' ? text : undefined
}
