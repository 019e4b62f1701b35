// Titles, campaign names and UTM values come from strangers, and an assistant reads them. They stay data: without what hides or turns
// text around, short, and without what names a person.

/** Controls, also of direction, invisible characters, and tags, which can carry text that only machines see. */
const hidden =
  /[\u00AD\u061C\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF\uFFF9-\uFFFB\u{E0000}-\u{E007F}]/gu
const controls = /\p{Cc}+/gu
const mailAddress = /[^\s@<>"'(),;:/?&=]{1,64}(?:@|%40)[^\s@<>"'(),;:/?&=]{1,190}\.[a-z]{2,24}/gi
const phoneNumber = /\+\d[\d ().-]{6,18}\d/g

/** Ids, numbers and instants, which are most texts. */
const harmless = /^[\w.:-]*$/

/** Of a name. */
const longest = 200

/** A stranger's text as an assistant may read it. */
export function cleanText(text: string, most = longest): string {
  if (text.length <= most && harmless.test(text)) return text
  // Far more than is kept, and little enough for any pattern.
  const plain = text
    .slice(0, most * 4)
    .toWellFormed()
    .replace(hidden, '')
    .replace(controls, ' ')
    .replace(mailAddress, '[mail address]')
    .replace(phoneNumber, '[phone number]')
  if (plain.length <= most) return plain
  return `${plain
    .slice(0, most - 1)
    .toWellFormed()
    .replace(/\uFFFD$/, '')}…`
}

/** The same for every text in a value, however deep. */
export function cleanData(value: unknown, most = longest): unknown {
  if (typeof value === 'string') return cleanText(value, most)
  if (Array.isArray(value)) return value.map((part) => cleanData(part, most))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [cleanText(name), cleanData(part, most)]))
}
