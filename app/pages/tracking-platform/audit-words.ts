import type { TagState } from './audit-ad.ts'

/** Words and colours of tag states, worst first. */
export const tagStates = {
  untagged: { word: 'state.untagged', tone: 'bad' },
  wrong: { word: 'state.wrong', tone: 'bad' },
  no_ids: { word: 'state.no_ids', tone: 'warn' },
  tagged: { word: 'state.tagged', tone: 'good' },
} as const satisfies Record<TagState, unknown>

/** Reads a state from an address; undefined shows all. */
export function toTagState(text: string | null): TagState | undefined {
  return text === 'untagged' || text === 'wrong' || text === 'no_ids' || text === 'tagged' ? text : undefined
}
