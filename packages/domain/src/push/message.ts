import type { StoredPush } from '@tillsight/database'

/** Push services take three to four kilobytes, encrypted; the rest is room for what encryption adds. */
const mostBytes = 2_800
const mostTitle = 120
/** What is left of a text that a push service found too long. */
const shortBody = 200

/** Cuts a message to what push services take. */
export function fitPush(push: StoredPush): StoredPush {
  const fitting = { ...push, title: cut(visible(push.title).replaceAll('\n', ' '), mostTitle) }
  let body = visible(push.body)
  while (sizeOf({ ...fitting, body }) > mostBytes && body !== '') body = cut(body, Math.floor(body.length * 0.8) - 1)
  return { ...fitting, body }
}

/** A message in fewer words; undefined if there are no fewer. */
export function shortenPush(push: StoredPush): StoredPush | undefined {
  if (push.body === '') return undefined
  return { ...push, body: push.body.length > shortBody ? cut(push.body, shortBody) : '' }
}

/** The message as our service worker reads it. */
export function printPush({ title, body, link, topic }: StoredPush): string {
  return JSON.stringify({ title, body, link, tag: topic })
}

function sizeOf(push: StoredPush): number {
  return Buffer.byteLength(printPush(push))
}

/** What cannot be seen, and turns text around, is left out. */
function visible(text: string): string {
  return text.replaceAll(/[^\P{C}\n]/gu, ' ')
}

/** Cuts a text, but no character in two. */
function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, Math.max(most - 1, 0)).replace(/[\uD800-\uDBFF]$/, '')}…`
}
