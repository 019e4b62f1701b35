/** What the last form has done, by the word in the address. */
const texts: ReadonlyMap<string, string> = new Map([
  ['invited', 'The invitation is on its way. The link in the mail holds for seven days.'],
  ['role', 'The role is changed.'],
  ['removed', 'That person is no member any more.'],
  ['revoked', 'The invitation is revoked; its link opens nothing any more.'],
])

/** The sentence for a word in the address; undefined for anything else. */
export function doneText(word: string | null): string | undefined {
  return word === null ? undefined : texts.get(word)
}
