const longestName = 60
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu

/** A name that somebody we do not know typed, made harmless for a mail: one line, short, no web address to click on. */
export function presentable(name: string, fallback: string): string {
  const line = name.replace(invisible, ' ').trim()
  if (line === '' || /:\/\/|\bwww\./i.test(line)) return fallback
  const characters = Array.from(line)
  return characters.length <= longestName ? line : `${characters.slice(0, longestName - 1).join('')}…`
}
