/** The values of one item by key, as they stand in the cell. */
export type ItemValues = ReadonlyMap<string, string>

/**
 * Parses a cell with items as `id:1|name:Socks|total:9.90`, separated by semicolons, or as JSON. A backslash before `:`, `|`
 * and `;` makes them part of a value. Undefined for invalid JSON.
 */
export function readItems(cell: string): ItemValues[] | undefined {
  const text = cell.trim()
  if (text === '') return []
  if (text.startsWith('[')) return readJson(text)
  // One plug-in separates fees with two bars.
  const items = text.includes('||') ? text.split('||') : splitUnescaped(text, ';')
  return items.filter((item) => item.trim() !== '').map(readItem)
}

/** Reads one item. */
export function readItem(text: string): ItemValues {
  const values = new Map<string, string>()
  let last = ''
  for (const part of splitUnescaped(text, '|')) {
    const match = /^\s*([a-z_]{2,40}):(.*)$/s.exec(part)
    // An unescaped bar is part of the value before it.
    if (match) last = match[1] ?? ''
    const value = match ? (match[2] ?? '') : `${values.get(last) ?? ''}|${part}`
    if (!match || !values.has(last)) values.set(last, unescape(value).trim())
  }
  return values
}

function splitUnescaped(text: string, separator: string): string[] {
  const parts: string[] = []
  let start = 0
  for (let at = text.indexOf(separator); at !== -1; at = text.indexOf(separator, at + 1)) {
    if (text[at - 1] === '\\') continue
    parts.push(text.slice(start, at))
    start = at + 1
  }
  parts.push(text.slice(start))
  return parts
}

function unescape(text: string): string {
  return text.replaceAll(/\\([:|;])/g, '$1')
}

function readJson(text: string): ItemValues[] | undefined {
  let items: unknown
  try {
    items = JSON.parse(text)
  } catch {
    return undefined
  }
  if (!Array.isArray(items)) return undefined
  return items.map((item: unknown) => {
    const entries: [string, unknown][] = typeof item === 'object' && item !== null ? Object.entries(item) : []
    return new Map(entries.flatMap(([key, value]) => (isScalar(value) ? [[key, unquote(String(value))] as const] : [])))
  })
}

function isScalar(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}

function unquote(text: string): string {
  return text.replaceAll('&quot;', '"')
}
