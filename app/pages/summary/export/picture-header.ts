/** A text with the position of its baseline, in CSS pixels from the picture's corner. */
export interface PlacedText {
  readonly text: string
  readonly x: number
  readonly y: number
  readonly role: 'title' | 'about'
}

interface HeaderTexts {
  readonly title: string
  /** Period and shop: on one line where they fit, else on two. */
  readonly about: readonly string[]
}

interface HeaderBox {
  readonly width: number
  readonly padding: number
  readonly isRightToLeft: boolean
  readonly measure: (text: string, role: PlacedText['role']) => number
}

const titleLine = 22
const aboutLine = 18
const mostTitleLines = 3

/** Lays out the title, wrapped, and the lines below it. Returns the height as well. */
export function layOutHeader(
  { title, about }: HeaderTexts,
  { width, padding, isRightToLeft, measure }: HeaderBox,
): { readonly texts: readonly PlacedText[]; readonly height: number } {
  const room = width - 2 * padding
  const lines = wrap(title, room, (text) => measure(text, 'title'))
  const x = isRightToLeft ? width - padding : padding
  const texts: PlacedText[] = lines.map((text, index) => ({
    text,
    x,
    y: padding + titleLine * (index + 1) - 6,
    role: 'title',
  }))
  const end = padding + titleLine * lines.length
  const measureAbout: Measure = (text) => measure(text, 'about')
  const together = about.join(' · ')
  const rows = measureAbout(together) <= room ? [together] : about.map((text) => shorten(text, room, measureAbout))
  for (const [index, text] of rows.entries()) {
    texts.push({ text, x, y: end + aboutLine * (index + 1) - 5, role: 'about' })
  }
  return { texts, height: end + aboutLine * rows.length + 8 }
}

type Measure = (text: string) => number

function wrap(text: string, room: number, measure: Measure): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/\s+/)) {
    const longer = line ? `${line} ${word}` : word
    if (line && measure(longer) > room) {
      lines.push(line)
      line = word
    } else line = longer
  }
  lines.push(line)
  const kept = lines.slice(0, mostTitleLines)
  const rest = lines.slice(mostTitleLines - 1).join(' ')
  return kept.map((each, index) => shorten(index === mostTitleLines - 1 ? rest : each, room, measure))
}

function shorten(text: string, room: number, measure: Measure): string {
  if (measure(text) <= room) return text
  const letters = Array.from(text)
  while (letters.length > 1 && measure(`${letters.join('').trimEnd()}…`) > room) letters.pop()
  return `${letters.join('').trimEnd()}…`
}
