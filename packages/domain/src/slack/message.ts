import type { StoredSlack } from '@tillsight/database'

/** Slack refuses a message with more, or longer, of these. */
const mostBlocks = 50
const mostCharacters = 3000
const mostHeader = 150

/** A part of a message: a line in bold, and lines of plain text. */
export interface SlackPart {
  readonly title: string
  readonly lines: readonly string[]
}

/** A text as Slack shows it letter by letter: what could be a link, a mention or a command is none. */
export function escapeSlack(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\p{Cf}]/gu, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
}

/** A text of strangers within formatted text: its marks format nothing. */
function plain(text: string): string {
  // A space without width keeps them from being read as marks; code, bold, italics and lines through.
  return escapeSlack(text).replaceAll(/[*_~`]/g, (mark) => `\u200B${mark}\u200B`)
}

/** Puts parts into Slack's own form, within its limits; `link` is a button below. */
export function toSlackMessage(
  title: string,
  {
    parts,
    link,
  }: { readonly parts: readonly SlackPart[]; readonly link: { readonly label: string; readonly url: string } },
): StoredSlack {
  const header = {
    type: 'header',
    text: { type: 'plain_text', text: cut(title.replaceAll(/[\p{Cc}\p{Cf}]/gu, ' '), mostHeader) },
  }
  const sections = parts.slice(0, mostBlocks - 2).map(({ title: name, lines }) => ({
    type: 'section',
    text: { type: 'mrkdwn', text: cut([`*${plain(name)}*`, ...lines.map(plain)].join('\n'), mostCharacters) },
  }))
  const more = {
    type: 'actions',
    elements: [{ type: 'button', text: { type: 'plain_text', text: cut(link.label, 75) }, url: link.url }],
  }
  return { text: cut(escapeSlack(title), mostCharacters), blocks: [header, ...sections, more] }
}

/** Cuts a text, but no escaped character in two. */
function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1).replace(/&[a-z]{0,3}$/, '')}…`
}
